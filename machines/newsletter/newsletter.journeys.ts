import type { Journey } from '../paths/index.ts';
import type { newsletterCases } from './newsletter.cases.ts';

const typed = [['changed: an e-mail address', 'idle', { email: 'asha@example.com' }]] as const;

/** Scenarios of the newsletter form. The specification leaves its outcome open. Spec §2. */
export const newsletterJourneys: readonly Journey<typeof newsletterCases>[] = [
  {
    title: 'the visitor is thanked, and the e-mail address is not stored',
    steps: [
      ...typed,
      ['submitted: by the button', 'done', { email: '' }],
      ['changed: another e-mail address', 'idle', { email: 'ramesh@example.org' }],
    ],
  },
  {
    title: 'half an address is no problem before it is submitted',
    steps: [['changed: one without a dot', 'idle', { email: 'asha@example' }]],
  },
  {
    title: 'nothing and half an address are asked for again, until the address is valid',
    steps: [
      ['submitted: by the button', 'invalid', { email: '' }],
      ['changed: one without a dot', 'invalid', { email: 'asha@example' }],
      ['submitted: by the button', 'invalid'],
      ...typed,
    ],
  },
];
