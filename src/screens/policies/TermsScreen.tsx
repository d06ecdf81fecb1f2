import { terms } from '../../content/policies/terms.ts';
import { termsSeo } from '../../content/seo/terms.ts';
import { policyPage } from './policyPage.tsx';

/** The terms. Spec §2, Legal pages. */
export const TermsScreen = policyPage(terms, termsSeo);
