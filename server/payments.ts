import { printAnswer } from './ask.ts';
import { readOptions, runCommand } from './options.ts';
import { run } from './run.ts';

const USAGE = 'Options: --attention (only what somebody must act on; exit status 1 where there is any)';

await run(() =>
  runCommand(USAGE, async () => {
    const attention = readOptions({ texts: [], switches: ['attention'] }).isOn('attention');
    const lines = await printAnswer({ do: 'listPayments', attention });
    if (attention && lines > 0) process.exitCode = 1;
  }),
);
