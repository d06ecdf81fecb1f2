import { refund } from '../../content/policies/refund.ts';
import { refundSeo } from '../../content/seo/refund.ts';
import { policyScreen } from './policyScreen.tsx';

/** The cancellation and refund policy. Spec §2, Legal pages. */
export const RefundScreen = policyScreen(refund, refundSeo);
