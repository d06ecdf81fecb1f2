import { privacy } from '../../content/policies/privacy.ts';
import { privacySeo } from './privacy.seo.ts';
import { screenOfPolicy } from './screenOfPolicy.tsx';

/** The privacy policy. Spec §2, Legal pages. */
export const PrivacyScreen = screenOfPolicy(privacy, privacySeo);
