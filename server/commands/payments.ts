import { settlements } from '../../machines/order/order.types.ts';
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

const settlementNames = settlements.map((name) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);

const USAGE = `Usage: npm run payments [-- <order>] [-- --attention | --check | --settle … | --format json|csv]
  <order>      the history of one order, by its id, and the link that opens it in its chart
  --attention  only what somebody must act on, with whom to call; exit status 1 where there is any
  --check      orders whose stored state is not what their facts say; exit status 1 where there is any
  --settle <order> --as ${settlementNames.join('|')} --reason "…"
               the office has settled it by hand; the reason stays in its history, and names nobody
  --format csv a table with a line for each payment and refund, for the accounts`;

const OPTIONS = {
  attention: { type: 'boolean' },
  check: { type: 'boolean' },
  format: { type: 'string' },
  settle: { type: 'string' },
  as: { type: 'string' },
  reason: { type: 'string' },
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
  refuseOthers(given, { settle: ['as', 'reason'], attention: [], check: [], format: [] });
  if (order === undefined) {
    if (has('settle')) return toSettle(given);
    if (option === 'as' || option === 'reason') throw new UsageError(`--${option} goes with --settle alone.`);
    if (isCsv(given)) return { do: 'listAccounts' };
    return has('check') ? { do: 'checkPayments' } : { do: 'listPayments', attention: has('attention') };
  }
  if (option) throw new UsageError(`--${option} does not go with an order.`);
  return { do: 'showOrder', order, origin: readConfig().origin };
}

function toSettle({ text }: ParsedOptions<'settle' | 'as' | 'reason'>): OperatorCommand {
  const [order = '', reason = ''] = [text('settle'), text('reason')?.trim()];
  const as = settlements[settlementNames.indexOf(text('as') ?? '')];
  if (!as) throw new UsageError(`--settle wants --as one of: ${settlementNames.join(', ')}.`);
  if (reason === '' || reason.length > 200)
    throw new UsageError('--settle wants a --reason, of at most 200 characters.');
  return { do: 'settle', order, as, reason };
}
