import { shipping } from '../../content/policies/shipping.ts';
import { shippingSeo } from '../../content/seo/shipping.ts';
import { policyPage } from './policyPage.tsx';

/** The shipping policy. Spec §2, Legal pages. */
export const ShippingScreen = policyPage(shipping, shippingSeo);
