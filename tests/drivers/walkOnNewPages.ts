import type { Path, PerformedEdge } from '../../machines/paths/index.ts';
import { type ShorteningLimits, walkOrShorten } from '../support/walkOrShorten.ts';
import { walk } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';
import type { Plan } from './planOf.ts';

type ClosablePageDriver = PageDriver & { close: () => void | Promise<void> };

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
        return await walk(flow, driver, attempt, page);
      } finally {
        await page.close();
      }
    },
    limits,
  );
