import { shipping } from '../../content/policies/shipping.ts';
import { shippingSeo } from '../../content/seo/shipping.ts';
import { screenOfPolicy } from './screenOfPolicy.tsx';

/** The shipping policy. Spec §2, Legal pages. */
export const ShippingScreen = screenOfPolicy(shipping, shippingSeo);
