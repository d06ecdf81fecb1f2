import { parseArgs } from 'node:util';
import { isKind, kinds, submissionLines } from './calls/submissions.ts';
import { readConfig } from './config.ts';
import { askHolder } from './database/claim.ts';
import { openDatabase } from './database/database.ts';
import { run } from './run.ts';

const USAGE = `Options: --kind ${kinds.join('|')}`;

process.stdout.on('error', () => process.exit(0));

await run(async () => {
  const kind = readKind();
  if (kind === undefined) {
    console.error(USAGE);
    process.exitCode = 2;
  } else {
    await print(kind);
  }
});

/** The kind asked for, empty for all, undefined when the options are not right. */
function readKind(): string | undefined {
  try {
    const { values } = parseArgs({ options: { kind: { type: 'string' } } });
    return values.kind === undefined || isKind(values.kind) ? (values.kind ?? '') : undefined;
  } catch {
    return undefined;
  }
}

/** Prints the submissions; a server that holds the directory is asked for them. */
async function print(kind: string): Promise<void> {
  const { dataDir, databaseUrl } = readConfig();
  const held = databaseUrl ? undefined : await askHolder(dataDir, kind);
  if (held) return write(held);
  const database = await openDatabase({ dataDir, databaseUrl, answer: submissionLines });
  await write(submissionLines(database, kind));
  await database.close();
}

async function write(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    if (!process.stdout.write(`${line}\n`))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
