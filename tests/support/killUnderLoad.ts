import { join } from 'node:path';
import { openDatabase } from '../../server/database/database.ts';
import { listSubmissions } from '../../server/submissions/submissions.ts';
import { payAndRegister, postJson, type ServerProcessOptions, startServerProcess } from './serverProcess.ts';

export type KillReport = {
  kills: number;
  /** Submissions with a successful response, registrations included. */
  acknowledged: number;
  registrations: number;
  /** Acknowledged submissions that are not stored in the end, or not paid. */
  missing: number;
};

const VISITORS = 8;

/** Kills a server again and again while visitors send messages and register; counts what it acknowledged and lost. */
export async function killUnderLoad(
  processOptions: ServerProcessOptions,
  kills: number,
): Promise<KillReport> {
  const messages: string[] = [];
  const paid: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const server = await startServerProcess(processOptions);
    const before = messages.length + paid.length;
    // After a different number each time, so that kills happen at every step of a call.
    const submissionsBeforeKill = 10 + ((round * 7) % 40);
    const killed = new Promise<void>((resolve) => {
      const killWhenEnough = () => {
        if (messages.length + paid.length - before >= submissionsBeforeKill) resolve();
      };
      for (let visitor = 0; visitor < VISITORS; visitor += 1) {
        void visit(server.url, `${round}.${visitor}`, messages, paid, killWhenEnough);
      }
    });
    await killed;
    await server.kill();
  }
  const missing = await countMissing(processOptions, messages, paid);
  return { kills, acknowledged: messages.length + paid.length, registrations: paid.length, missing };
}

/** Sends messages and registers alternately until the server is killed. */
async function visit(url: string, id: string, messages: string[], paid: string[], onSubmission: () => void) {
  try {
    for (let attempt = 0; ; attempt += 1) {
      const name = `Student ${id}.${attempt}`;
      const email = `student${id}.${attempt}@example.org`;
      if ((await postJson(`${url}/api/inquiry`, { name, phone: '9876543210' })).success) messages.push(name);
      onSubmission();
      if (await payAndRegister(url, email)) paid.push(email);
      onSubmission();
    }
  } catch {}
}

async function countMissing(
  { directory, databaseUrl }: ServerProcessOptions,
  messages: string[],
  paid: string[],
) {
  const database = await openDatabase({ dataDir: join(directory, 'data'), databaseUrl });
  const names = new Set<unknown>();
  const emails = new Set<unknown>();
  for await (const { kind, name, email, paymentStatus } of listSubmissions(database)) {
    if (kind === 'inquiry') names.add(name);
    if (paymentStatus === 'paid') emails.add(email);
  }
  await database.close();
  const lost = [
    ...messages.filter((name) => !names.has(name)),
    ...paid.filter((email) => !emails.has(email)),
  ];
  return lost.length;
}
