import { spawnSync } from 'node:child_process';
import { parseChoice, runCommand } from '../../machines/paths/command/usageError.ts';
import { tools } from './tools.ts';

/** Runs a tool with the arguments that follow its name. */
await runCommand(() => {
  const [name = '', ...args] = process.argv.slice(2);
  const tool = tools[parseChoice('tool', name, Object.keys(tools))] ?? [];
  process.exitCode = spawnSync(process.execPath, [...tool, ...args], { stdio: 'inherit' }).status ?? 1;
});
