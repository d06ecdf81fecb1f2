import { postJson, registrationDetails } from '../support/serverProcess.ts';

/** The actions of the visitors of a number of services, printed as JSON. */
export type VisitorReport = {
  /** The addresses whose registration was acknowledged. */
  registered: string[];
  /** Number of registrations that got another response. */
  refused: number;
  /** Times of the registrations from the order on, in milliseconds, in ascending order. */
  times: number[];
  seconds: number;
};

/** One visitor in so many sends every call to two services at once. */
const TWICE = 10;

/** Registers visitors side by side. Each sends the order to one service, and the payment and the registration to the next. */
async function registerVisitors(
  urls: readonly string[],
  atATime: number,
  seconds: number,
  registrations: number,
): Promise<VisitorReport> {
  const report: VisitorReport = { registered: [], refused: 0, times: [], seconds: 0 };
  const startMs = performance.now();
  let next = 0;
  const urlAt = (turn: number) => urls[turn % urls.length] ?? '';
  const visit = async () => {
    while (next < registrations && performance.now() - startMs < seconds * 1000) {
      const visitor = next++;
      const email = `visitor${process.pid}.${visitor}@example.org`;
      const visitStart = performance.now();
      const [one, other] = [urlAt(visitor), urlAt(visitor + 1)];
      const isTwice = visitor % TWICE === 0;
      if (await payAndRegister(isTwice ? [one, other] : [one], isTwice ? [other, one] : [other], email)) {
        report.registered.push(email);
        report.times.push(performance.now() - visitStart);
      } else report.refused += 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, visit));
  report.seconds = (performance.now() - startMs) / 1000;
  report.times.sort((a, b) => a - b);
  return report;
}

async function payAndRegister(
  orderUrls: readonly string[],
  registrationUrls: readonly string[],
  email: string,
): Promise<boolean> {
  const newOrder = { amount: 2000, currency: 'INR', receipt_email: email };
  const orders = await Promise.all(orderUrls.map((url) => postJson(`${url}/create-order`, newOrder)));
  const [order, other = order] = orders.map((response) => response.order);
  if (!order || order.id !== other?.id) return false;
  const { key, amount, id } = order;
  const payment = { key, amount, action: 'pay', scenario: 'success' };
  await postJson(`${registrationUrls[0]}/simulator/orders/${id}/payments`, payment);
  const body = { ...registrationDetails(email), paymentStatus: 'paid' };
  const responses = await Promise.all(registrationUrls.map((url) => postJson(`${url}/api/register`, body)));
  return responses.every(({ success }) => success);
}

const [urls, atATime, seconds, registrations] = JSON.parse(process.argv[2] ?? '[]');
process.stdout.write(JSON.stringify(await registerVisitors(urls, atATime, seconds, registrations)), () =>
  process.exit(0),
);
