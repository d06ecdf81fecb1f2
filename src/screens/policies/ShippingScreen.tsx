import { shipping } from '../../content/policies/shipping.ts';
import { screenOfPolicy } from './screenOfPolicy.tsx';
import { shippingSeo } from './shipping.seo.ts';

/** The shipping policy. Spec §2, Legal pages. */
export const ShippingScreen = screenOfPolicy(shipping, shippingSeo);
