import type { Path, PerformedEdge } from '../../machines/paths/index.ts';
import { isMore } from '../support/more.ts';
import { seed, seedNotice } from '../support/random.ts';
import { randomPaths } from '../support/randomPaths.ts';
import { type ShorteningLimits, walkOrShorten } from '../support/walkOrShorten.ts';
import { walk } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';
import type { Plan } from './plans.ts';

type ClosablePageDriver = PageDriver & {
  /** Inspects the page in each state; must leave it as it was. */
  inspectState?: (state: string) => Promise<void>;
  close: () => void | Promise<void>;
};

/**
 * Walks a path of a flow on a new page, as `walk` does. A walk that fails is shortened: each attempt has a new page of its
 * own, and the shortest walk that fails follows the message of the failure as a journey.
 */
export const walkOnNewPages = (
  { flow, graph, driver }: Pick<Plan, 'flow' | 'graph' | 'driver'>,
  path: Path,
  openPage: () => ClosablePageDriver | Promise<ClosablePageDriver>,
  limits?: ShorteningLimits,
): Promise<PerformedEdge[]> =>
  walkOrShorten(
    graph,
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

type RandomWalk = { path: Path; title: string };

/**
 * Returns the random walks of a flow on a page, led to the pairs of transitions that its plan does not take: `count` short
 * ones, or more and longer ones in `npm run test:more`.
 */
export const randomWalksOf = ({ graph, paths }: Plan, count: number): RandomWalk[] =>
  randomPaths(graph, {
    seed,
    ...(isMore ? MORE : { count, maxLength: MAX_LENGTH }),
    walked: paths.map(({ path }) => path),
  }).map((path, index) => ({ path, title: `random walk ${index + 1}` }));

/** Returns a walk that appends to the message of a random one that fails how it is repeated. */
export const walkNamingSeed =
  <Result>(walk: (path: Path) => Promise<Result>) =>
  async (path: Path, title: string): Promise<Result> => {
    try {
      return await walk(path);
    } catch (error) {
      if (error instanceof Error && title.startsWith('random walk'))
        error.message += `\n\nA random walk: ${seedNotice}.`;
      throw error;
    }
  };
