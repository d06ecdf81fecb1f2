import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeArgumentsOf } from './serverPrograms.ts';

/** A server in a process of its own. */
export type ServerProcess = {
  url: string;
  pid: number;
  /** Its output until it listened. */
  startupOutput: string;
  /** Kills it as `kill -9` does; resolves when it has exited. */
  kill(): Promise<void>;
};

export type ServerProcessOptions = {
  /** The directory of its `data` and its `site`. */
  directory: string;
  databaseUrl?: string | undefined;
  /** The arguments of Node; those of the server in `nodeArgumentsOf` unless given. */
  nodeArguments?: string[];
  /** Further environment variables. */
  env?: Readonly<Record<string, string>>;
};

/** Starts the server with simulated payments and without rate limits. */
export async function startServerProcess({
  directory,
  databaseUrl,
  nodeArguments,
  env,
}: ServerProcessOptions): Promise<ServerProcess> {
  const siteDir = join(directory, 'site');
  await mkdir(siteDir, { recursive: true });
  await writeFile(join(siteDir, 'index.html'), '<!doctype html>');
  const child = spawn(process.execPath, nodeArguments ?? (await nodeArgumentsOf('main')), {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: databaseUrl ?? '',
      SITE_DIR: siteDir,
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
    startupOutput,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Sends a call and returns the body of the response. */
export async function postJson(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Creates an order, pays it and registers; returns whether the registration was successful. */
export async function payAndRegister(url: string, email: string): Promise<boolean> {
  const { order } = await postJson(`${url}/create-order`, {
    amount: 2000,
    currency: 'INR',
    receipt_email: email,
  });
  const { key, amount, id } = order;
  await postJson(`${url}/simulator/orders/${id}/payments`, {
    key,
    amount,
    action: 'pay',
    scenario: 'success',
  });
  const { success } = await postJson(`${url}/api/register`, {
    ...registrationDetails(email),
    paymentStatus: 'paid',
  });
  return success;
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
