import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs';
import { type Random, randomOf } from '../random.ts';
import { registrationDetails, startServerProcess } from '../serverProcess.ts';
import { operatorOf } from '../serverPrograms.ts';
import { type Contents, Disk, losses, readRecording, type Step } from './disk.ts';

export type PowerCutReport = {
  cuts: number;
  /** Submissions that were acknowledged in the recording. */
  acknowledged: number;
  /** The losses, a line for each cut after which there was one. */
  losses: string[];
};

const VISITORS = 8;
const recorder = new URL('./recorder.js', import.meta.url).href;

/** Text that fills about a third of a page of the database. */
const messageOf = (name: string) => `${name} `.repeat(200);

/**
 * Records the writes and syncs of a server under load, and opens its database as power cuts at random moments would have
 * left it.
 *
 * @param directory Directory of the server; its `data` is a new database.
 * @param count Number of submissions to send before the recording ends.
 */
export async function tryPowerCuts(
  directory: string,
  { cuts, count, seed }: { cuts: number; count: number; seed: number },
): Promise<PowerCutReport> {
  const databaseDirectory = join(directory, 'data', 'db');
  const recordingFile = join(directory, 'recording');
  const disk = new Disk(databaseDirectory);
  const server = await startServerProcess({
    directory,
    env: {
      NODE_OPTIONS: `--import=${recorder}`,
      RECORDED_DIRECTORY: databaseDirectory,
      RECORDING_FILE: recordingFile,
    },
  });
  await sendSubmissions(server.url, join(directory, 'data'), count);
  await server.kill();

  const steps = readRecording(recordingFile);
  const random = randomOf(seed);
  const report: PowerCutReport = { cuts, acknowledged: 0, losses: [] };
  const acknowledged: string[] = [];
  const cutsAfter = chooseCuts(steps, cuts, random);
  for (const [index, step] of steps.entries()) {
    disk.apply(step);
    if (step.do === 'acknowledge') acknowledged.push(step.name);
    for (let cut = 0; cut < (cutsAfter.get(index) ?? 0); cut += 1) {
      const loss = losses[Math.floor(random() * losses.length)] ?? 'everything';
      const problem = await openCut(disk.cut(loss, random), databaseDirectory, (database) =>
        problemIn(database, acknowledged),
      ).catch((error) => `it cannot be opened: ${error}`);
      if (problem) report.losses.push(`Cut after step ${index} that loses ${loss}: ${problem}`);
    }
  }
  report.acknowledged = acknowledged.length;
  return report;
}

/** Returns how many cuts follow each step: half of them directly after an acknowledgement. */
function chooseCuts(steps: readonly Step[], cuts: number, random: Random): Map<number, number> {
  const acknowledgements = [...steps.keys()].filter((index) => steps[index]?.do === 'acknowledge');
  const chosen = new Map<number, number>();
  for (let cut = 0; cut < cuts; cut += 1) {
    const index =
      cut % 2 === 0
        ? (acknowledgements[Math.floor(random() * acknowledgements.length)] ?? 0)
        : Math.floor(random() * steps.length);
    chosen.set(index, (chosen.get(index) ?? 0) + 1);
  }
  return chosen;
}

/** Sends messages and paid registrations, and in between commands that vacuum and end a file of the log. */
async function sendSubmissions(url: string, dataDir: string, count: number): Promise<void> {
  let next = 0;
  const visit = async () => {
    for (let number = next++; number < count; number = next++) {
      if (number % 4 === 0) await register(url, `paid${number}@example.org`);
      else await send(url, '/api/contact', `message${number}`, contact(`message${number}`));
      if (number % 100 === 50)
        await operatorOf({ dataDir }).linesOf('submissions', ['--erase', 'nobody@example.org']);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
}

const contact = (name: string) => ({ name, email: `${name}@example.org`, message: messageOf(name) });

async function register(url: string, email: string): Promise<void> {
  const { order } = await send(url, '/create-order', '', {
    amount: 2000,
    currency: 'INR',
    receipt_email: email,
  });
  const { key, amount, id } = order;
  const payment = { key, amount, action: 'pay', scenario: 'success' };
  await send(url, `/simulator/orders/${id}/payments`, '', payment);
  await send(url, '/api/register', email, { ...registrationDetails(email), paymentStatus: 'paid' });
}

async function send(url: string, path: string, acknowledgedAs: string, body: object) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(acknowledgedAs && { 'x-acknowledged-as': acknowledgedAs }),
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}.`);
  return response.json();
}

/** Returns what is wrong with the rows of a database in which some submissions must be. */
async function problemIn(database: PGlite, acknowledged: readonly string[]): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string; message: string | null; is_paid: boolean }>(
    `select coalesce(fields->>'message', '') as message, exists (
       select from orders where submission_id = submissions.id and payment_id is not null) as is_paid,
       case kind when 'contact' then fields->>'name' else fields->>'email' end as name
     from submissions`,
  );
  const whole = rows.filter(({ name, message, is_paid }) =>
    message ? message.trim() === messageOf(name).trim() : is_paid || !acknowledged.includes(name),
  );
  if (whole.length < rows.length) return `${rows.length - whole.length} rows are not whole`;
  const names = new Set(whole.map(({ name }) => name));
  const lost = acknowledged.filter((name) => !names.has(name));
  return lost.length === 0 ? undefined : `${lost.length} of ${acknowledged.length} acknowledged are lost`;
}

const fileOfPglite = (name: string) => readFile(new URL(name, import.meta.resolve('@electric-sql/pglite')));

/** Files in memory, because a copy on a disk takes longer than the database takes to open. */
class FilesInMemory extends EmscriptenBuiltinFilesystem {
  readonly #contents: Contents;
  readonly #directory: string;

  constructor(contents: Contents, directory: string) {
    super();
    this.#contents = contents;
    this.#directory = directory;
  }

  override async init(...args: Parameters<EmscriptenBuiltinFilesystem['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    const writeFiles = ({ FS }: { FS: PGlite['Module']['FS'] }) => {
      for (const [path, content] of this.#contents) {
        const mounted = `/pglite/data${path.slice(this.#directory.length)}`;
        // A copy, since the database writes to it, and the only one.
        if (content) FS.writeFile(mounted, new Uint8Array(content), { canOwn: true });
        else FS.mkdirTree(mounted);
      }
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), writeFiles] } };
  }
}

const compiled = fileOfPglite('pglite.wasm').then((bytes) => WebAssembly.compile(bytes));
const bundle = fileOfPglite('pglite.data').then((bytes) => new Blob([bytes]));

/**
 * Opens the database in the files that a power cut left, which recovers it, and runs work on it.
 *
 * @param directory The directory of the database.
 */
async function openCut<T>(
  contents: Contents,
  directory: string,
  work: (database: PGlite) => Promise<T>,
): Promise<T> {
  const database = await PGlite.create({
    fs: new FilesInMemory(contents, directory),
    pgliteWasmModule: await compiled,
    fsBundle: await bundle,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=1MB'],
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
