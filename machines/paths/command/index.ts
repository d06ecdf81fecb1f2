/**
 * The command about a machine in a file, as a program of Node: what `npm run paths` shares with `npx machine-paths`.
 * It is a door of its own, because the library runs in browsers too.
 */

export { errorText, printingToError, refusingToExplore } from './errorText.ts';
export { machinePaths, printMachine } from './machinePaths.ts';
export {
  formats,
  MACHINE_FLAGS,
  MACHINE_VALUES,
  PLAN_FLAGS,
  PLAN_VALUES,
  parseOptions,
  parseWholeNumber,
} from './options.ts';
export { printFlows } from './printFlows.ts';
export {
  isMainModule,
  parseChoice,
  runCommand,
  runMachineCommand,
  runReportingUsageErrors,
  UsageError,
} from './usageError.ts';
