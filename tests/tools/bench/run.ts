import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseChoice, runCommand } from '../../../machines/paths/command/usageError.ts';
import { benchPaths } from './paths.ts';
import { benchScale } from './scale.ts';
import { benchLoad } from './server.ts';
import { benchSite } from './site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The seconds that a program of Node takes. */
function timeProgram(...args: string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed.`);
  return (performance.now() - start) / 1000;
}

/** Prints how long a developer waits for one flow, compared with the types. */
function benchOneFlow(): void {
  const types = timeProgram('node_modules/typescript/bin/tsc', '--noEmit');
  for (const flow of ['contact', 'registration']) {
    const seconds = timeProgram('--import', 'tsx', 'tests/run.ts', flow);
    console.log(
      `npm test -- ${flow}: ${seconds.toFixed(1)} s (× ${(seconds / types).toFixed(1)} of tsc --noEmit)`,
    );
  }
}

/**
 * `npm run tools -- bench` prints ratios: of one flow's tests to the types, of calls under load to few, of several
 * processes to one, and of pages to the same without scripts; and the cost of the plans of large machines. `--
 * load site` prints some of them.
 */
const measurements: Readonly<Record<string, () => void | Promise<void>>> = {
  flow: benchOneFlow,
  load: benchLoad,
  paths: benchPaths,
  scale: benchScale,
  site: benchSite,
};

await runCommand(async () => {
  const names = Object.keys(measurements);
  const chosen = process.argv.slice(2).map((name) => parseChoice('measurement', name, names));
  for (const name of chosen.length > 0 ? chosen : names) await measurements[name]?.();
});
