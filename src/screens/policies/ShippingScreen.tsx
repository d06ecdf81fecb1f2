import { shipping } from '../../content/policies/shipping.ts';
import { shippingSeo } from '../../content/seo/shipping.ts';
import { policyScreen } from './policyScreen.tsx';

/** The shipping policy. Spec §2, Legal pages. */
export const ShippingScreen = policyScreen(shipping, shippingSeo);
