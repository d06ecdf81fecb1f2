import { expect, test } from 'vitest';
import { registration } from '../../src/flows/registration.ts';
import { draft, order, start, values } from './registrationFixture.ts';

/** The draft of a registration: what is saved is found again, and nothing else. */

test('what is saved is found again', () => {
  const { actor } = start();
  expect(registration.draft?.toDraft(actor.getSnapshot())).toBeNull();
  expect(registration.draft?.toEvent(draft)).toEqual({ type: 'draftFound', draft });
  actor.send({ type: 'changed', values });
  const saved = registration.draft?.toDraft(actor.getSnapshot());
  expect(saved).toMatchObject({ values });
  expect(registration.draft?.toEvent(saved)).toEqual({ type: 'draftFound', draft: saved });
  const registered = { registeredOn: '2026-06-01', isPaidTwice: false };
  expect(registration.draft?.toEvent({ ...draft, registered })).toMatchObject({ draft: { registered } });
});

const { name: _name, ...withoutName } = values;
const without = (key: string) => ({ ...draft, values: { ...values, [key]: undefined } });

const invalid: [title: string, saved: unknown][] = [
  ['null', null],
  ['a text', 'draft'],
  ['no values', { ...draft, values: undefined }],
  ['no name', { ...draft, values: withoutName }],
  ...Object.keys(values).map((key): [string, unknown] => [`no ${key}`, without(key)]),
  ['terms in words', { ...draft, values: { ...values, acceptTerms: 'yes' } }],
  ['an order without an address', { ...draft, order }],
  ['an order without an amount', { ...draft, order: { ...draft.order, amount: undefined } }],
  ['an order that is missing', { ...draft, order: undefined }],
  ['a payment that is a number', { ...draft, paymentId: 1 }],
  ['a signature that is a number', { ...draft, signature: 1 }],
  ['a registration without its day', { ...draft, registered: { isPaidTwice: true } }],
  ['a registration that says nothing of a payment', { ...draft, registered: { registeredOn: '' } }],
  ['a registration that is missing', { ...draft, registered: undefined }],
];

test.each(invalid)('%s is no draft', (_, saved) => {
  expect(registration.draft?.toEvent(draft)).not.toBeNull();
  expect(registration.draft?.toEvent(saved)).toBeNull();
});
