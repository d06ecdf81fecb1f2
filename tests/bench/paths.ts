import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { isMainModule, runCommand } from '../../machines/paths/command/index.ts';
import { explore } from '../../machines/paths/index.ts';
import { paths } from '../commands/paths.ts';

const machines = fileURLToPath(new URL('pathsMachines.ts', import.meta.url));

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

/** Prints how long the plan of a machine takes in a program of its own, how long it is, and how much memory it takes. */
function benchMachine(name: string, most: number): void {
  const start = performance.now();
  const args = ['--import', 'tsx', fileURLToPath(import.meta.url), name];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  const seconds = (performance.now() - start) / 1000;
  const lengths = [...stdout.matchAll(/^Test \d+ \((\d+) steps\)$/gm)].map(([, length]) => Number(length));
  const steps = lengths.reduce((sum, length) => sum + length, 0);
  const megabytes = Number(/(\d+) kB$/.exec(stderr.trim())?.[1]) / 1024;
  console.log(
    `paths, ${name}: ${seconds.toFixed(1)} of ${most} s, ${megabytes.toFixed(0)} of 500 MB, ${lengths.length} tests, ${steps} steps`,
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

if (isMainModule(import.meta.url))
  await runCommand(async () => {
    await paths(['--machine', `${machines}#${process.argv[2]}`]);
    console.error(`${process.resourceUsage().maxRSS} kB`);
  });
