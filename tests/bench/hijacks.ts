import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../server/database/database.ts';
import { noRateLimits } from '../../server/http/requestLimits.ts';
import { startService } from '../../server/service.ts';
import { listSubmissions, type Submission } from '../../server/submissions/submissions.ts';
import { type HijackResult, hasSucceeded, hijacks, runConcurrently, tryHijack } from '../support/hijacks.ts';
import { startSimulatedProvider } from '../support/simulatedProvider.ts';

const TRIES = 60;
const AT_A_TIME = 12;

/** Tries to pay strangers' registrations with others' payments, and prints the number of tries and of successes. */
export async function benchHijacks(): Promise<{ tried: number; succeeded: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'hijacks-'));
  const dataDir = join(directory, 'service');
  try {
    const simulatedProvider = await startSimulatedProvider({ dataDir: join(directory, 'gateway') });
    const options = {
      port: 0,
      host: '127.0.0.1',
      dataDir,
      rateLimits: noRateLimits,
      payments: simulatedProvider.options,
    };
    const service = await startService(options);
    const results: HijackResult[] = [];
    for (const [index, hijack] of hijacks.entries()) {
      const tries = await runConcurrently(TRIES, AT_A_TIME, (number) => {
        const email = `payer${index}.${number}@example.org`;
        return tryHijack(service.url, simulatedProvider, hijack, email, number % 2 ? 'first' : 'last');
      });
      results.push(...tries);
    }
    await service.close();
    await simulatedProvider.close();
    const submissions = await storedIn(dataDir);
    const succeeded = results.filter((result) => hasSucceeded(result, submissions)).length;
    console.log(`Payments: ${results.length} hijacks tried, ${succeeded} succeeded`);
    return { tried: results.length, succeeded };
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function storedIn(dataDir: string): Promise<Submission[]> {
  const database = await openDatabase({ dataDir });
  const submissions: Submission[] = [];
  for await (const submission of listSubmissions(database)) submissions.push(submission);
  await database.close();
  return submissions;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchHijacks();
