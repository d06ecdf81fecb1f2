import { conduct } from './conduct.ts';
import type { Policy } from './policy.ts';
import { privacy } from './privacy.ts';
import { refund } from './refund.ts';
import { shipping } from './shipping.ts';
import { terms } from './terms.ts';

/** Heading and introduction of the combined page that the registration form links to. Spec §2, /register-term. */
export const combinedPoliciesText = {
  heading: 'Terms and Policies',
  intro:
    'This page has everything you accept when you register. It covers terms, privacy, refund, shipping, class conduct and child safety.',
} as const;

/** The five blocks of the combined page, in order. Spec §2, /register-term. */
export const combinedPolicies: readonly Policy[] = [terms, privacy, refund, shipping, conduct];
