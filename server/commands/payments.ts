import { runCommandLine } from './commandLine.ts';

const USAGE = 'Options: --attention (only what somebody must act on; exit status 1 where there is any)';

await runCommandLine(
  USAGE,
  { attention: { type: 'boolean' } },
  ({ has }) => ({ do: 'listPayments', attention: has('attention') }),
  (command, lines) => (command.do === 'listPayments' && command.attention && lines > 0 ? 1 : 0),
);
