import { PAYMENT_PROOF_HEADER, payerOf } from '../../machines/registration/registration.rules.ts';
import type { Submission } from '../../server/submissions/submissions.ts';
import { registrationDetails } from './serverProcess.ts';
import { proofHeaderOf, type SimulatedProvider } from './simulatedProvider.ts';

/** How a stranger tries to get a registration paid with somebody else's payment. */
export interface Hijack {
  /**
   * When the stranger registers with the payer's address: before the payment, between it and the payer's own
   * registration, or after both.
   */
  when: 'before' | 'between' | 'after';
  /** What shows whose payment it is. */
  evidence: 'proof' | 'notes' | 'nothing';
}

export const hijacks: readonly Hijack[] = [
  { when: 'before', evidence: 'proof' },
  { when: 'between', evidence: 'proof' },
  { when: 'after', evidence: 'proof' },
  { when: 'before', evidence: 'notes' },
  { when: 'between', evidence: 'notes' },
  { when: 'after', evidence: 'notes' },
  { when: 'before', evidence: 'nothing' },
];

/** What became of one hijack. */
export interface HijackResult {
  email: string;
  /** The status with which the payer's registration was answered. */
  status: number;
}

export const PAYER = 'Asha Verma';
export const STRANGER = 'Somebody Else';

/**
 * A payer pays and registers, while a stranger registers with the same address and asks for its order.
 *
 * @param webhook Whether the provider's webhook comes before the payer's registration or after everything.
 */
export async function tryHijack(
  serviceUrl: string,
  provider: SimulatedProvider,
  { when, evidence }: Hijack,
  email: string,
  webhook: 'first' | 'last',
): Promise<HijackResult> {
  const payer = { ...registrationDetails(email), name: PAYER, paymentStatus: 'paid' };
  const stranger = { ...payer, name: STRANGER, phone: '9000000001' };
  const forgedProof = { [PAYMENT_PROOF_HEADER]: `order_x pay_x ${'f'.repeat(64)}` };
  const createOrder = () =>
    postJson(`${serviceUrl}/create-order`, { amount: 2000, currency: 'INR', receipt_email: email });
  const registerStranger = () => postJson(`${serviceUrl}/api/register`, stranger, forgedProof);

  const { order } = await (await createOrder()).json();
  if (when === 'before') await registerStranger();
  const checkoutResponse = await provider.pay(order, evidence === 'notes' ? payerOf(payer) : undefined);
  const sendWebhook = () => provider.sendWebhook(serviceUrl, checkoutResponse.razorpay_payment_id);
  const otherOrder = createOrder();
  if (webhook === 'first') await sendWebhook();
  if (when === 'between') await registerStranger();
  const proof: Record<string, string> =
    evidence === 'proof' ? { [PAYMENT_PROOF_HEADER]: proofHeaderOf(checkoutResponse) } : {};
  const [{ status }] = await Promise.all([
    postJson(`${serviceUrl}/api/register`, payer, proof),
    createOrder(),
  ]);
  if (when === 'after') await registerStranger();
  if (webhook === 'last') await sendWebhook();
  await otherOrder;
  return { email, status };
}

/** A hijack has succeeded unless the payer was answered with success and is paid, and the stranger is not. */
export function hasSucceeded({ email, status }: HijackResult, submissions: readonly Submission[]): boolean {
  const paid = submissions.filter((line) => line.email === email && line.paymentStatus === 'paid');
  return status !== 200 || paid.length !== 1 || paid[0]?.name !== PAYER;
}

/** Does a piece of work `count` times, so many side by side. */
export async function runConcurrently<T>(
  count: number,
  atATime: number,
  work: (number: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

const postJson = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
