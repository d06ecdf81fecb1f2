import { privacy } from '../../content/policies/privacy.ts';
import { privacySeo } from '../../content/seo/privacy.ts';
import { policyScreen } from './policyScreen.tsx';

/** The privacy policy. Spec §2, Legal pages. */
export const PrivacyScreen = policyScreen(privacy, privacySeo);
