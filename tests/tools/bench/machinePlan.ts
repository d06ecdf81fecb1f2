import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../machines/paths/command/index.ts';
import { paths } from '../paths.ts';

/** Prints the plan of one of the large machines, and its cost, as data, on the standard error. */

const machines = fileURLToPath(new URL('pathsMachines.ts', import.meta.url));

await runCommand(async () => {
  await paths(['--machine', `${machines}#${process.argv[2]}`]);
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { megabytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  console.error(JSON.stringify(usage));
  process.exit();
});
