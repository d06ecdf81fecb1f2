import { terms } from '../../content/policies/terms.ts';
import { termsSeo } from '../../content/seo/terms.ts';
import { screenOfPolicy } from './screenOfPolicy.tsx';

/** The terms. Spec §2, Legal pages. */
export const TermsScreen = screenOfPolicy(terms, termsSeo);
