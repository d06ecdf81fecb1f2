import { PAYMENT_PROOF_HEADER, payerOf } from '../../machines/registration/registration.rules.ts';
import type { Submission } from '../../server/calls/submissions.ts';
import { proofOf, type TestGateway } from './gateway.ts';
import { registrationOf } from './serverProcess.ts';

/** How a stranger tries to get a registration paid with somebody else's payment. */
export interface Hijack {
  /**
   * When the stranger registers with the payer's address: before the payment, between it and the payer's own
   * registration, or after both.
   */
  when: 'before' | 'between' | 'after';
  /** What shows whose payment it is. */
  shownBy: 'proof' | 'notes' | 'nothing';
}

export const hijacks: readonly Hijack[] = [
  { when: 'before', shownBy: 'proof' },
  { when: 'between', shownBy: 'proof' },
  { when: 'after', shownBy: 'proof' },
  { when: 'before', shownBy: 'notes' },
  { when: 'between', shownBy: 'notes' },
  { when: 'after', shownBy: 'notes' },
  { when: 'before', shownBy: 'nothing' },
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
  gateway: TestGateway,
  { when, shownBy }: Hijack,
  email: string,
  webhook: 'first' | 'last',
): Promise<HijackResult> {
  const payer = { ...registrationOf(email), name: PAYER, paymentStatus: 'paid' };
  const stranger = { ...payer, name: STRANGER, phone: '9000000001' };
  const forged = { [PAYMENT_PROOF_HEADER]: `order_x pay_x ${'f'.repeat(64)}` };
  const ask = () =>
    send(`${serviceUrl}/create-order`, { amount: 2000, currency: 'INR', receipt_email: email });
  const intrude = () => send(`${serviceUrl}/api/register`, stranger, forged);

  const { order } = await (await ask()).json();
  if (when === 'before') await intrude();
  const receipt = await gateway.pay(order, shownBy === 'notes' ? payerOf(payer) : undefined);
  const announce = () => gateway.announce(serviceUrl, receipt.razorpay_payment_id);
  const asked = ask();
  if (webhook === 'first') await announce();
  if (when === 'between') await intrude();
  const proof: Record<string, string> =
    shownBy === 'proof' ? { [PAYMENT_PROOF_HEADER]: proofOf(receipt) } : {};
  const [{ status }] = await Promise.all([send(`${serviceUrl}/api/register`, payer, proof), ask()]);
  if (when === 'after') await intrude();
  if (webhook === 'last') await announce();
  await asked;
  return { email, status };
}

/** A hijack has succeeded unless the payer was answered with success and is paid, and the stranger is not. */
export function hasSucceeded({ email, status }: HijackResult, submissions: readonly Submission[]): boolean {
  const paid = submissions.filter((line) => line.email === email && line.paymentStatus === 'paid');
  return status !== 200 || paid.length !== 1 || paid[0]?.name !== PAYER;
}

/** Does a piece of work `count` times, so many side by side. */
export async function sideBySide<T>(
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

const send = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
