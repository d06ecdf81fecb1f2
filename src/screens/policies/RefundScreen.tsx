import { refund } from '../../content/policies/refund.ts';
import { refundSeo } from '../../content/seo/refund.ts';
import { policyPage } from './policyPage.tsx';

/** The cancellation and refund policy. Spec §2, Legal pages. */
export const RefundScreen = policyPage(refund, refundSeo);
