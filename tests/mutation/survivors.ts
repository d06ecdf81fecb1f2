/** A mutant that no test can notice, named by texts as `npm run mutate` prints them. */
export type Survivor = {
  file: string;
  /** The line on which it begins. */
  line: string;
  /** `original → replacement` */
  change: string;
  /** Why it makes no difference. */
  reason: string;
};

/**
 * The mutants that may survive `npm run mutate -- <files>`. It fails where another one survives, and where one of these
 * is noticed or gone.
 */
export const survivors: readonly Survivor[] = [];
