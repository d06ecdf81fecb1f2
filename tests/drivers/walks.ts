import type { Path, PerformedEdge } from '../../machines/paths/index.ts';
import type { FlowWalk } from '../support/flowTests.ts';
import { isMore } from '../support/more.ts';
import { seed, seedNotice } from '../support/random.ts';
import { randomPaths } from '../support/randomPaths.ts';
import { type ShorteningLimits, walkOrShorten } from '../support/walkOrShorten.ts';
import { exploredGraph } from '../support/writtenPlans.ts';
import { walk } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';
import type { Plan } from './plans.ts';

type ClosablePageDriver = PageDriver & {
  /** Inspects the page in each state; must leave it as it was. */
  inspectState?: (state: string) => Promise<void>;
  close: () => void | Promise<void>;
};

/**
 * Walks a path of a flow on a new page, as `walk` does. A failed walk is shortened: each attempt has its own new
 * page, and the message of the failure ends with the shortest failed walk as a journey.
 */
export const walkOnNewPages = (
  { flow, driver }: Pick<Plan, 'flow' | 'driver'>,
  path: Path,
  openPage: () => ClosablePageDriver | Promise<ClosablePageDriver>,
  limits?: ShorteningLimits,
): Promise<PerformedEdge[]> =>
  walkOrShorten(
    () => exploredGraph(flow),
    path,
    async (attempt) => {
      const page = await openPage();
      try {
        return await walk(flow, driver, attempt, page, page.inspectState);
      } finally {
        await page.close();
      }
    },
    limits,
  );

/** The number of random walks of each flow on a page in `npm run test:more`, and the most steps of each. */
const MORE = { count: 5, maxLength: 40 };

const MAX_LENGTH = 8;

/**
 * The random walks of a flow on a page, led to the pairs of transitions that its plan does not take: `count` short
 * ones, or more and longer ones in `npm run test:more`. They are chosen when the first is walked.
 */
export function randomWalksOf(plan: Plan, count: number): FlowWalk[] {
  const options = { seed, ...(isMore ? MORE : { count, maxLength: MAX_LENGTH }) };
  let chosen: Path[] | null = null;
  const paths = () => {
    chosen ??= randomPaths(plan.graph, { ...options, walked: plan.paths.map(({ path }) => path()) });
    return chosen;
  };
  return Array.from({ length: options.count }, (_, index) => ({
    title: `random walk ${index + 1}`,
    names: null,
    path: () => paths()[index] ?? [],
  }));
}

/** The message of a failed random walk ends with how to repeat it. */
export const walkNamingSeed =
  <Result>(walk: (path: Path, title: string) => Promise<Result>) =>
  async (path: Path, title: string): Promise<Result> => {
    try {
      return await walk(path, title);
    } catch (error) {
      if (error instanceof Error && title.startsWith('random walk'))
        error.message += `\n\nA random walk: ${seedNotice}.`;
      throw error;
    }
  };
