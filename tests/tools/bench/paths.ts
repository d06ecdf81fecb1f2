import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../../machines/catalogue.ts';
import { explore } from '../../../machines/paths/index.ts';

const program = fileURLToPath(new URL('machinePlan.ts', import.meta.url));

/** The machines, with the most seconds that their plans may take. */
const MOST_SECONDS = {
  row: 10,
  lamps: 10,
  shortTable: 10,
  longTable: 10,
  wizard: 10,
  children: 10,
  uploads: 10,
};

/**
 * Prints the size of a machine's plan, and its time by the clock and by the processor and its memory in a separate
 * program.
 */
function benchMachine(name: string, most: number): void {
  const start = performance.now();
  const args = ['--import', 'tsx', program, name];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  const seconds = (performance.now() - start) / 1000;
  const lengths = [...stdout.matchAll(/^Test \d+ \((\d+) steps\)$/gm)].map(([, length]) => Number(length));
  const steps = lengths.reduce((sum, length) => sum + length, 0);
  const usage: Record<string, number> = JSON.parse(stderr.trim().split('\n').at(-1) ?? '{}');
  const { megabytes = Number.NaN, cpuSeconds = Number.NaN } = usage;
  console.log(
    `paths, ${name}: ${seconds.toFixed(1)} of ${most} s, of the processor ${cpuSeconds.toFixed(1)} s, ${megabytes.toFixed(0)} of 500 MB, ${lengths.length} tests, ${steps} steps`,
  );
}

/** Prints how long the plans of machines take that are large in one way each, and exploring all flows. */
export function benchPaths(): void {
  for (const [name, most] of Object.entries(MOST_SECONDS)) benchMachine(name, most);
  const start = performance.now();
  const states = catalogue.reduce((sum, flow) => sum + explore(flow).states.size, 0);
  const milliseconds = performance.now() - start;
  console.log(
    `paths, all flows: ${states} states explored in ${(milliseconds / 1000).toFixed(1)} s, ${(milliseconds / states).toFixed(1)} ms each`,
  );
}
