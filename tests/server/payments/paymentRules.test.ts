import { expect, test } from 'vitest';
import {
  type Evidence,
  evidenceLevels,
  isStrongerEvidence,
  toEvidence,
} from '../../../server/payments/evidence.ts';
import { isRehearsal, mayFind, modeOfKey, type PaymentMode } from '../../../server/payments/paymentMode.ts';

const { waiting, arrived, named, proven } = evidenceLevels;

test.each<[Evidence, Evidence, boolean]>([
  [waiting, waiting, false],
  [arrived, waiting, true],
  [arrived, arrived, false],
  [waiting, arrived, false],
  [named, named, false],
  [named, proven, false],
  [proven, named, true],
  [proven, proven, true],
])('evidence of level %i takes an order from one of level %i: %s', (newer, older, expected) => {
  expect(isStrongerEvidence(newer, older)).toBe(expected);
});

test('a stored level is read, and an unknown one is the weakest', () => {
  expect([0, 1, 2, 3, 4, -1].map(toEvidence)).toEqual([waiting, arrived, named, proven, waiting, waiting]);
});

test.each([
  ['rzp_test_abc', 'test'],
  ['rzp_live_abc', 'live'],
  ['rzp_key', 'live'],
  ['my_rzp_test_key', 'live'],
])('the key %s is of the mode %s', (key, mode) => {
  expect(modeOfKey(key)).toBe(mode);
});

test.each<[PaymentMode, PaymentMode, object]>([
  ['live', 'live', { isRehearsal: false, mayFind: true }],
  ['test', 'live', { isRehearsal: true, mayFind: false }],
  ['simulated', 'live', { isRehearsal: true, mayFind: false }],
  ['live', 'test', { isRehearsal: false, mayFind: false }],
  ['test', 'test', { isRehearsal: false, mayFind: true }],
  ['simulated', 'simulated', { isRehearsal: false, mayFind: true }],
])('an order of the mode %s meets a provider of the mode %s', (paymentMode, mode, expected) => {
  const order = { paymentMode };
  expect({ isRehearsal: isRehearsal(order, { mode }), mayFind: mayFind({ mode }, order) }).toEqual(expected);
});
