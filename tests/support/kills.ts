import { join } from 'node:path';
import { listSubmissions } from '../../server/calls/submissions.ts';
import { openDatabase } from '../../server/database/database.ts';
import { call, enrol, type Lodging, startServerProcess } from './serverProcess.ts';

export interface KillCount {
  kills: number;
  /** Submissions that were answered with success, registrations among them. */
  acknowledged: number;
  registrations: number;
  /** Of those, the ones that are not there in the end, or not paid. */
  missing: number;
}

const VISITORS = 8;

/** Kills a server again and again while visitors send messages and enrol, and counts what it had acknowledged and lost. */
export async function killUnderLoad(lodging: Lodging, kills: number): Promise<KillCount> {
  const messages: string[] = [];
  const paid: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const server = await startServerProcess(lodging);
    const before = messages.length + paid.length;
    // Each time at another moment, so that a kill falls into every stage of a call.
    const enough = 10 + ((round * 7) % 40);
    const killed = new Promise<void>((resolve) => {
      const count = () => {
        if (messages.length + paid.length - before >= enough) resolve();
      };
      for (let visitor = 0; visitor < VISITORS; visitor += 1) {
        void visit(server.url, `${round}.${visitor}`, messages, paid, count);
      }
    });
    await killed;
    await server.kill();
  }
  const missing = await countMissing(lodging, messages, paid);
  return { kills, acknowledged: messages.length + paid.length, registrations: paid.length, missing };
}

/** Sends messages and enrols in turn until the server is gone. */
async function visit(url: string, id: string, messages: string[], paid: string[], count: () => void) {
  try {
    for (let turn = 0; ; turn += 1) {
      const name = `Student ${id}.${turn}`;
      const email = `student${id}.${turn}@example.org`;
      if ((await call(`${url}/api/inquiry`, { name, phone: '9876543210' })).success) messages.push(name);
      count();
      if (await enrol(url, email)) paid.push(email);
      count();
    }
  } catch {}
}

async function countMissing({ directory, databaseUrl }: Lodging, messages: string[], paid: string[]) {
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
