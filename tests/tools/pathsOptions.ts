import {
  MACHINE_FLAGS,
  MACHINE_VALUES,
  PLAN_FLAGS,
  PLAN_VALUES,
  parseOptions,
} from '../../machines/paths/command/index.ts';

const VALUES = {
  ...PLAN_VALUES,
  seed: 'a whole number',
  walks: 'a whole number',
  machine: 'a file with the name of a machine: ./checkout.ts#checkoutMachine',
  ...MACHINE_VALUES,
  since: 'a commit, or the file of a build',
} as const;

const FLAGS = [...PLAN_FLAGS, ...MACHINE_FLAGS, 'untouched', 'write'] as const;

/** The names of the options of `npm run paths`. */
export const pathsOptions: readonly string[] = [...Object.keys(VALUES), ...FLAGS];

/** @throws UsageError for an option that is not there or has the wrong form */
export const parsePathsOptions = (args: string[]) => parseOptions(args, VALUES, FLAGS);

export type PathsOptions = ReturnType<typeof parsePathsOptions>;
