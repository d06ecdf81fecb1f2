import { privacy } from '../../content/policies/privacy.ts';
import { privacySeo } from '../../content/seo/privacy.ts';
import { policyPage } from './policyPage.tsx';

/** The privacy policy. Spec §2, Legal pages. */
export const PrivacyScreen = policyPage(privacy, privacySeo);
