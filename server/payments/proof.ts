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
  context: PaymentContext,
  header: unknown,
  email: string,
): Promise<PaymentProof | undefined> {
  const signed = await readSignedProof(context, header);
  return signed && isSameAddress(signed.email, email) ? signed.proof : undefined;
}

/** Returns whether the header proves a payment of an order of another e-mail address. */
export async function isProofOfAnotherAddress(
  context: PaymentContext,
  header: unknown,
  email: string,
): Promise<boolean> {
  const signed = await readSignedProof(context, header);
  return signed !== undefined && !isSameAddress(signed.email, email);
}

const isSameAddress = (one: string, other: string): boolean => canonicalEmail(one) === canonicalEmail(other);

/** Reads a proof that the provider has signed, with the e-mail address of its stored order. */
async function readSignedProof(
  { database, provider }: PaymentContext,
  header: unknown,
): Promise<{ proof: PaymentProof; email: string } | undefined> {
  const [, orderId = '', paymentId = '', signature = ''] = PROOF_HEADER_PATTERN.exec(String(header)) ?? [];
  const proof = { orderId, paymentId, signature };
  if (!provider.isSigned(proof)) return undefined;
  const [order] = await database.query<{ email: string }>('select email from orders where id = $1', [
    orderId,
  ]);
  return order && { proof, email: order.email };
}
