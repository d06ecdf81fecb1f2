import type { PaymentContext } from './context.ts';
import type { Order } from './orders.ts';
import type { PaymentProof } from './provider.ts';

const PROOF_HEADER_PATTERN = /^([\w-]{1,64}) ([\w-]{1,64}) ([0-9a-f]{64})$/;

/**
 * Reads the header with which a registration proves its payment, and whether its order is one of its e-mail address.
 *
 * @param orders The orders of the address.
 * @returns Undefined when the header is malformed, not signed by the provider, or not about a stored order: it then counts
 * as no proof.
 */
export async function readProof(
  { database, provider }: PaymentContext,
  header: unknown,
  orders: readonly Order[],
): Promise<(PaymentProof & { isOfAddress: boolean }) | undefined> {
  const [, orderId = '', paymentId = '', signature = ''] = PROOF_HEADER_PATTERN.exec(String(header)) ?? [];
  const proof = { orderId, paymentId, signature };
  if (!provider.isSigned(proof)) return undefined;
  if (orders.some(({ id }) => id === orderId)) return { ...proof, isOfAddress: true };
  const [known] = await database.query('select 1 from orders where id = $1', [orderId]);
  return known && { ...proof, isOfAddress: false };
}
