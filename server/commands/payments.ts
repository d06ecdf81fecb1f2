import { readConfig } from '../config.ts';
import { runCommandLine, UsageError } from './commandLine.ts';

const USAGE = `Usage: npm run payments [-- <order>] [-- --attention | --check]
  <order>      the history of one order, by its id, and the link that opens it in its chart
  --attention  only what somebody must act on; exit status 1 where there is any
  --check      orders whose stored state is not what their facts say; exit status 1 where there is any`;

await runCommandLine(
  USAGE,
  { attention: { type: 'boolean' }, check: { type: 'boolean' } },
  ({ has, operands: [order, ...others] }) => {
    const isOfOneKind = Number(has('attention')) + Number(has('check')) + Number(order !== undefined) <= 1;
    if (!isOfOneKind || others.length > 0) throw new UsageError('Give one order, --attention or --check.');
    if (order !== undefined) return { do: 'showOrder', order, origin: readConfig().origin };
    return has('check') ? { do: 'checkPayments' } : { do: 'listPayments', attention: has('attention') };
  },
  (command, lines) => {
    const isAlarm = command.do === 'checkPayments' || (command.do === 'listPayments' && command.attention);
    return isAlarm && lines > 0 ? 1 : 0;
  },
  true,
);
