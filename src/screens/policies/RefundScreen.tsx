import { refund } from '../../content/policies/refund.ts';
import { refundSeo } from './refund.seo.ts';
import { screenOfPolicy } from './screenOfPolicy.tsx';

/** The cancellation and refund policy. Spec §2, Legal pages. */
export const RefundScreen = screenOfPolicy(refund, refundSeo);
