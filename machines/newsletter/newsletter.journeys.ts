import type { Journey } from '../paths/paths.types.ts';

const typed = [['changed: an e-mail address', 'idle', { email: 'asha@example.com' }]] as const;

/** The newsletter form, by hand; the specification leaves open what comes of it. Spec §2. */
export const newsletterJourneys: readonly Journey[] = [
  {
    title: 'the visitor is done, and the e-mail address is not kept',
    steps: [
      ...typed,
      ['submitted: by the button', 'done', { email: '' }],
      ['changed: another e-mail address', 'idle', { email: 'ramesh@example.org' }],
    ],
  },
  {
    title: 'nothing and half an address are asked for again, until it is right',
    steps: [
      ['submitted: by the button', 'invalid', { email: '' }],
      ['changed: one without a dot', 'invalid', { email: 'asha@example' }],
      ['submitted: by the button', 'invalid'],
      ...typed,
    ],
  },
];
