import type { PaymentContext } from './context.ts';
import type { PaymentProof } from './provider.ts';

const PROOF_HEADER_PATTERN = /^([\w-]{1,64}) ([\w-]{1,64}) ([0-9a-f]{64})$/;

/**
 * Reads the header with which a registration proves its payment, and whether its order is of an e-mail address.
 *
 * @param email The address in canonical form.
 * @returns Undefined when the header is malformed, not signed by the provider, or not about a stored order: it then counts
 * as no proof.
 */
export async function readProof(
  { database, provider }: PaymentContext,
  header: unknown,
  email: string,
): Promise<{ proof: PaymentProof; isOfAddress: boolean } | undefined> {
  const [, orderId = '', paymentId = '', signature = ''] = PROOF_HEADER_PATTERN.exec(String(header)) ?? [];
  const proof = { orderId, paymentId, signature };
  if (!provider.isSigned(proof)) return undefined;
  const [order] = await database.query<{ email: string }>('select email from orders where id = $1', [
    orderId,
  ]);
  return order && { proof, isOfAddress: order.email === email };
}
