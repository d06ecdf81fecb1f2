import { terms } from '../../content/policies/terms.ts';
import { termsSeo } from '../../content/seo/terms.ts';
import { policyScreen } from './policyScreen.tsx';

/** The terms. Spec §2, Legal pages. */
export const TermsScreen = policyScreen(terms, termsSeo);
