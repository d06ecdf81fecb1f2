/**
 * How an order is paid: with money (`live`), with test keys of the provider (`test`) or by the simulator (`simulated`).
 * `unknown` is an order from before keys were stored that the provider's live keys do not find.
 */
export type PaymentMode = 'live' | 'test' | 'simulated' | 'unknown';

/** Returns the mode of the provider's keys: a key id names it in its prefix. */
export const modeOfKey = (keyId: string): PaymentMode => (keyId.startsWith('rzp_test_') ? 'test' : 'live');

/** The mode of an order; null where it is not known and the provider was not asked yet. */
type OrderMode = { readonly paymentMode: PaymentMode | null };

type ProviderMode = { readonly mode: PaymentMode };

/** Returns whether an order cannot count because the provider takes money now, and the order is none of money. */
export const isRehearsal = ({ paymentMode }: OrderMode, { mode }: ProviderMode): boolean =>
  mode === 'live' && paymentMode !== null && paymentMode !== 'live';

/** Returns whether it is not known in which mode an order was made, so that the provider is to be asked. */
export const isOfUnknownMode = ({ paymentMode }: OrderMode): boolean =>
  paymentMode === null || paymentMode === 'unknown';

/** Returns whether the provider may know an order: keys of one mode may belong to one account. */
export const mayFind = ({ mode }: ProviderMode, order: OrderMode): boolean =>
  isOfUnknownMode(order) ? mode !== 'simulated' : order.paymentMode === mode;
