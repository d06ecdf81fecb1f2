import { readConfig } from '../config.ts';
import {
  isCsv,
  outputOf,
  type ParsedOptions,
  print,
  printLines,
  refuseOthers,
  runWithOptions,
  UsageError,
} from './commandLine.ts';
import { accountColumns, toCsv } from './csv.ts';
import type { OperatorCommand } from './operatorCommands.ts';

const USAGE = `Usage: npm run payments [-- <order>] [-- --attention | --check | --format json|csv]
  <order>      the history of one order, by its id, and the link that opens it in its chart
  --attention  only what somebody must act on, with whom to call; exit status 1 where there is any
  --check      orders whose stored state is not what their facts say; exit status 1 where there is any
  --format csv a table with a line for each payment and refund, for the accounts`;

const OPTIONS = {
  attention: { type: 'boolean' },
  check: { type: 'boolean' },
  format: { type: 'string' },
} as const;

await runWithOptions(USAGE, OPTIONS, async (given) => {
  const command = toCommand(given);
  const lines = outputOf(command);
  if (command.do === 'listAccounts')
    for await (const chunk of toCsv(lines, accountColumns)) await print(chunk);
  else if ((await printLines(lines)) > 0 && (given.has('attention') || given.has('check')))
    process.exitCode = 1;
});

/** @throws UsageError when the options are invalid. */
function toCommand(given: ParsedOptions<keyof typeof OPTIONS>): OperatorCommand {
  const {
    has,
    names: [option],
    operands: [order, another],
  } = given;
  if (another !== undefined) throw new UsageError(`"${another}" is one order too many.`);
  refuseOthers(given, { attention: [], check: [], format: [] });
  if (order === undefined) {
    if (isCsv(given)) return { do: 'listAccounts' };
    return has('check') ? { do: 'checkPayments' } : { do: 'listPayments', attention: has('attention') };
  }
  if (option) throw new UsageError(`--${option} does not go with an order.`);
  return { do: 'showOrder', order, origin: readConfig().origin };
}
