import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeArgumentsOf } from './serverPrograms.ts';

/** A server in a separate process. */
export type ServerProcess = {
  url: string;
  pid: number;
  /** Kills it as `kill -9` does; resolves when it has exited. */
  kill(): Promise<void>;
};

export type ServerProcessOptions = {
  /** The directory of its `data` and its `site`. */
  directory: string;
  databaseUrl?: string | undefined;
  /** Further environment variables. */
  env?: Readonly<Record<string, string>>;
};

/** Starts the server with simulated payments and without rate limits. */
export async function startServerProcess({
  directory,
  databaseUrl,
  env,
}: ServerProcessOptions): Promise<ServerProcess> {
  const siteDir = join(directory, 'site');
  await mkdir(siteDir, { recursive: true });
  await writeFile(join(siteDir, 'index.html'), '<!doctype html>');
  const child = spawn(process.execPath, await nodeArgumentsOf('main'), {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: databaseUrl ?? '',
      SITE_DIR: siteDir,
      PAYMENTS: 'simulated',
      RATE_LIMIT_PER_ADDRESS: '0',
      RATE_LIMIT_PER_PERSON: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  let startupOutput = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    startupOutput += text;
    if (startupOutput.includes('Payments')) break;
  }
  const port = startupOutput.match(/:(\d+)/)?.[1];
  if (!port) throw new Error('The server did not start.');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const MS_PER_TICK = 10;

/** The processor time of a process so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
  return (Number(fields[12]) + Number(fields[13])) * MS_PER_TICK;
}

/** Sends a call and returns the body of the response. */
export async function postJson(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Creates an order, pays it and registers, with some headers; returns whether the registration was successful. */
export const payAndRegister = (
  url: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<boolean> => payAndRegisterAt([url], [url], email, headers);

/** The same with the order sent to some services at once, and the payment and the registration to others. */
export async function payAndRegisterAt(
  orderUrls: readonly string[],
  registrationUrls: readonly string[],
  email: string,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const newOrder = { amount: 2000, currency: 'INR', receipt_email: email };
  const orders = await Promise.all(orderUrls.map((url) => postJson(`${url}/create-order`, newOrder)));
  const [order, other = order] = orders.map((response) => response.order);
  if (!order || order.id !== other?.id) return false;
  const { key, amount, id } = order;
  const payment = { key, amount, action: 'pay', scenario: 'success' };
  await postJson(`${registrationUrls[0]}/simulator/orders/${id}/payments`, payment);
  const body = { ...registrationDetails(email), paymentStatus: 'paid' };
  const responses = await Promise.all(
    registrationUrls.map((url) => postJson(`${url}/api/register`, body, headers)),
  );
  return responses.every(({ success }) => success);
}

export const registrationDetails = (email: string) => ({
  name: 'Asha Verma',
  father: 'Ravi Verma',
  mother: 'Meena Verma',
  grade: '8th',
  course: 'Math Problem Solving',
  phone: '9876543210',
  email,
  city: 'Jaipur',
  refrence: '9876543211',
  refrenceSt: '9876543212',
  acceptTerms: true,
});

/**
 * Runs work `count` times, at most `atATime` concurrently; returns the results in the order in which they came.
 */
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
