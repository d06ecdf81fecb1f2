/**
 * The course that the notes of a payment name, null for a payment of an older page; the mail to a family that a second payment
 * will be refunded.
 */
export const coursesAndRefunds: readonly string[] = [
  'alter table payments add column course text',
  `alter table outbox drop constraint outbox_kind_check, add constraint outbox_kind_check
    check (kind in ('confirmation', 'notice', 'surplus', 'refundPromise', 'refund', 'dispute', 'attention'))`,
];
