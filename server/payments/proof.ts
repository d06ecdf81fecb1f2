import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import type { PaymentContext } from './context.ts';
import type { PaymentProof } from './provider.ts';

const PROOF_HEADER_PATTERN = /^([\w-]{1,64}) ([\w-]{1,64}) ([0-9a-f]{64})$/;

/**
 * Reads the header with which a registration proves its payment.
 *
 * @returns Undefined when the header is malformed, not signed by the provider, or not about a stored order of this
 * e-mail address: it then counts as no proof.
 */
export async function readVerifiedProof(
  { database, provider }: PaymentContext,
  header: unknown,
  email: string,
): Promise<PaymentProof | undefined> {
  const [, orderId = '', paymentId = '', signature = ''] = PROOF_HEADER_PATTERN.exec(String(header)) ?? [];
  const proof = { orderId, paymentId, signature };
  if (!provider.isSigned(proof)) return undefined;
  const [order] = await database.query<{ email: string }>('select email from orders where id = $1', [
    orderId,
  ]);
  return order && canonicalEmail(order.email) === canonicalEmail(email) ? proof : undefined;
}
