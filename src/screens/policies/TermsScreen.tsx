import { terms } from '../../content/policies/terms.ts';
import { screenOfPolicy } from './screenOfPolicy.tsx';
import { termsSeo } from './terms.seo.ts';

/** The terms. Spec §2, Legal pages. */
export const TermsScreen = screenOfPolicy(terms, termsSeo);
