import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyDataDir, newDataDir } from '../support/dataDir.ts';
import { tryPowerCuts } from '../support/powerCuts/powerCuts.ts';
import { seed, seedNotice } from '../support/random.ts';
import { postJson, type ServerProcess, startServerProcess } from '../support/serverProcess.ts';
import { nodeArgumentsOf } from '../support/serverPrograms.ts';
import { rate } from './rate.ts';

const CUTS = 200;
const CONNECTIONS = [1, 50];
const ROUNDS = 5;
/** Calls of a round, for each connection at least ten. */
const CALLS = 500;

/** Prints what syncing costs the calls of a server on PGlite, and what power cuts lose. */
export async function benchDurability(): Promise<void> {
  const directories = [await newDirectory(), await newDirectory(), await newDirectory()] as const;
  const [syncedDirectory, unsyncedDirectory, cutDirectory] = directories;
  const program = (await nodeArgumentsOf('main')).at(-1) ?? '';
  const unsyncedPrograms = `${dirname(program)}-unsynced-${process.pid}`;
  await cp(dirname(program), unsyncedPrograms, { recursive: true });
  await cp(new URL('./unsynced.worker.js', import.meta.url), join(unsyncedPrograms, 'embedded.worker.js'));
  try {
    const servers = [
      await startServerProcess({ directory: syncedDirectory, nodeArguments: [program] }),
      await startServerProcess({
        directory: unsyncedDirectory,
        nodeArguments: [join(unsyncedPrograms, 'main.js')],
      }),
    ] as const;
    for (const connections of CONNECTIONS) console.log(await compareRates(...servers, connections));
    for (const server of servers) await server.kill();

    const { cuts, acknowledged, losses } = await tryPowerCuts(cutDirectory, { cuts: CUTS, count: 300, seed });
    console.log(
      `PGlite: after ${losses.length} of ${cuts} power cuts something is lost ` +
        `of what a server acknowledged (${acknowledged} submissions; ${seedNotice})`,
    );
    for (const loss of losses) console.log(loss);
  } finally {
    for (const directory of [...directories, unsyncedPrograms]) await rm(directory, { recursive: true });
  }
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  await copyDataDir(await newDataDir(), join(directory, 'data'));
  return directory;
}

/** Measures two servers alternately, so that both have the same share of what else the machine does. */
async function compareRates(
  synced: ServerProcess,
  unsynced: ServerProcess,
  connections: number,
): Promise<string> {
  const callsPerSecond = ({ url }: ServerProcess) =>
    rate(CALLS, connections, async (number) => {
      const { success } = await postJson(`${url}/api/inquiry`, {
        name: `Student ${number}`,
        phone: '9876543210',
      });
      if (!success) throw new Error('A call failed.');
    });
  for (const server of [synced, unsynced]) await callsPerSecond(server);
  const rates: { synced: number; unsynced: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rates.push({ unsynced: await callsPerSecond(unsynced), synced: await callsPerSecond(synced) });
  const before = median(rates.map((round) => round.unsynced));
  const after = median(rates.map((round) => round.synced));
  return (
    `PGlite: ${after.toFixed(0)} calls/s synced, ${before.toFixed(0)} not synced ` +
    `(${(after / before).toFixed(2)} to 1) at ${connections} connection${connections === 1 ? '' : 's'}`
  );
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchDurability();
