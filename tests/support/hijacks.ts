import { PAYMENT_PROOF_HEADER, payerOf } from '../../machines/registration/registration.rules.ts';
import type { Submission } from '../../server/submissions/submissions.ts';
import { registrationDetails } from './serverProcess.ts';
import { proofHeaderOf, type SimulatedProvider } from './simulatedProvider.ts';

/** An attempt of a stranger to pay a registration with somebody else's payment. */
export type Hijack = {
  /**
   * The moment when the stranger registers with the payer's address: before the payment, between it and the payer's own
   * registration, or after both.
   */
  when: 'before' | 'between' | 'after';
  /** The evidence of the payer: a proof with the registration, the notes of the order, or nothing. */
  evidence: 'proof' | 'notes' | 'nothing';
};

export const hijacks: readonly Hijack[] = [
  { when: 'before', evidence: 'proof' },
  { when: 'between', evidence: 'proof' },
  { when: 'after', evidence: 'proof' },
  { when: 'before', evidence: 'notes' },
  { when: 'between', evidence: 'notes' },
  { when: 'after', evidence: 'notes' },
  { when: 'before', evidence: 'nothing' },
];

/** The result of one hijack. */
export type HijackResult = {
  email: string;
  /** The status of the response to the payer's registration. */
  status: number;
};

export const PAYER = 'Asha Verma';
export const STRANGER = 'Somebody Else';

/**
 * Pays and registers as a payer, and registers as a stranger with the same e-mail address.
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

/** Returns whether the payer's registration failed or is not the only paid one of the address. */
export function hasSucceeded({ email, status }: HijackResult, submissions: readonly Submission[]): boolean {
  const paid = submissions.filter((line) => line.email === email && line.paymentStatus === 'paid');
  return status !== 200 || paid.length !== 1 || paid[0]?.name !== PAYER;
}

/** Runs work `count` times, at most `atATime` concurrently; returns the results in the order in which they came. */
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
