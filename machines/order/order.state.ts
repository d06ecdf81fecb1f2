import type { OrderSnapshot } from './order.machine.ts';
import type { Attention } from './order.rules.ts';

/** The states of an order as an operator reads them. */
export const orderStates = [
  'open',
  'replaced',
  'paid and registered',
  'paid and not registered',
  'registered by phone',
  'surplus',
  'amount wrong',
  'refunded',
  'disputed',
  'dispute lost',
  'payment of two orders',
  'erased',
  'rehearsal',
] as const;

export type OrderState = (typeof orderStates)[number];

/** The task of the office in each state in which it must act. */
const tasksOfOffice = new Map<OrderState, string>([
  ['paid and not registered', 'call the family, or refund'],
  ['surplus', 'refund'],
  ['amount wrong', 'refund, or ask the family'],
  ['disputed', 'respond at the payment provider'],
  ['dispute lost', 'ask the family, and settle by hand'],
  ['payment of two orders', 'ask the payment provider, and settle by hand'],
]);

/** The states in which the office must act: money is to be given back, or a family to be called. */
export const statesOfOffice: readonly OrderState[] = [...tasksOfOffice.keys()];

/**
 * The task of the office for an order: `refund`; an empty text where nobody waits for it.
 *
 * @param twins The ids of the orders that pay for the same student and course under other e-mail addresses.
 */
export const taskOfOffice = (state: OrderState, twins: readonly string[] = []): string =>
  [
    ...[tasksOfOffice.get(state) ?? []].flat(),
    ...(twins.length > 0
      ? [`ask the family, and refund one: the same student and course is paid for by ${twins.join(', ')}`]
      : []),
  ].join('; ');

/** The purpose of an order, as its machine names it: `open`, `paid.registered`, `surplus`. */
export function purposeOf({ value: { purpose } }: OrderSnapshot): string {
  return typeof purpose === 'string' ? purpose : Object.entries(purpose).flat().join('.');
}

type WithSnapshot = { snapshot: OrderSnapshot };

export const isPaid = ({ snapshot }: WithSnapshot): boolean => snapshot.hasTag('paid');

/** Whether an order was paid for a student and course that another order pays for. */
export const isSurplus = ({ snapshot }: WithSnapshot): boolean => snapshot.matches({ purpose: 'surplus' });

/** Whether an order is neither paid nor replaced. */
export const canBePaid = ({ snapshot }: WithSnapshot): boolean => snapshot.matches({ purpose: 'open' });

/** Whether an order is paid, and neither the site nor the office has registered its student. */
export const isUnregistered = ({ snapshot }: WithSnapshot): boolean =>
  snapshot.matches({ purpose: { paid: 'unregistered' } });

export const registrationOf = ({ snapshot }: WithSnapshot): number | null => snapshot.context.registration;

/**
 * How often the provider is asked about an order: `often` while a registration waits for it, `never` when it is
 * old.
 */
export function pollingOf(snapshot: OrderSnapshot): 'often' | 'seldom' | 'never' {
  if (!snapshot.hasTag('polled')) return 'never';
  const { paymentId, registration } = snapshot.context;
  return paymentId === null && registration !== null ? 'often' : 'seldom';
}

const statesOfAttention: Readonly<Record<Attention, OrderState | null>> = {
  disputed: 'disputed',
  misplaced: 'payment of two orders',
  disputeLost: 'dispute lost',
  wrongAmount: 'amount wrong',
  secondPayment: 'surplus',
  nothing: null,
};

const statesOfPaid = {
  registered: 'paid and registered',
  registeredByPhone: 'registered by phone',
  unregistered: 'paid and not registered',
} as const;

/** The state of an order in one word. States that need action come first. */
export function orderStateOf(snapshot: OrderSnapshot): OrderState {
  const { attention, purpose } = snapshot.value;
  const state = statesOfAttention[attention];
  if (state !== null) return state;
  const isUnpaid = purpose === 'open' || purpose === 'replaced';
  if (isUnpaid && snapshot.context.payments.length > 0) return 'refunded';
  if (typeof purpose === 'string') return purpose;
  return statesOfPaid[purpose.paid];
}
