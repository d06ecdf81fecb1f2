/** How an order is paid: with money (`live`), with test keys of the provider (`test`) or by the simulator (`simulated`). */
export type PaymentMode = 'live' | 'test' | 'simulated';

/** A key id names its mode in its prefix. */
export const modeOfKey = (keyId: string): PaymentMode => (keyId.startsWith('rzp_test_') ? 'test' : 'live');
