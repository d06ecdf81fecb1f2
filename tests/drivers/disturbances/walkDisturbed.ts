import type { Path, PerformedEdge } from '../../../machines/paths/index.ts';
import type { DisturbanceName } from '../../support/faults/disturbanceFaults.ts';
import type { ChromiumPageDriver } from '../chromium/chromiumPageDriver.ts';
import { chromiumUser } from '../chromium/chromiumScreen.ts';
import type { Driver } from '../driver.ts';
import type { Plan } from '../plans.ts';
import { walkOnNewPages } from '../walks.ts';
import { type Disturbance, disturbances } from './disturbances.ts';

/** Lets a disturbance act after each step of the driver. */
const actingAfterSteps = (driver: Driver, afterStep: () => Promise<void>): Driver => ({
  ...driver,
  executors: new Map(
    [...driver.executors].map(([name, executor]) => [
      name,
      typeof executor === 'function'
        ? async (page) => {
            await executor(page);
            await afterStep();
          }
        : executor,
    ]),
  ),
});

/** Walks a path of a flow on a page that others change. The assertions after each step stay the same. */
export function walkDisturbed(
  { flow, driver }: Plan,
  path: Path,
  name: DisturbanceName,
  openPage: () => Promise<ChromiumPageDriver>,
): Promise<PerformedEdge[]> {
  let current: Disturbance = {};
  const disturbed = actingAfterSteps(driver, async () => current.afterStep?.());
  return walkOnNewPages({ flow, driver: disturbed }, path, async () => {
    const pageDriver = await openPage();
    const { page, screen, user } = pageDriver;
    current = disturbances[name](page);
    const { operations, prepare, problems, caused } = current;
    await prepare?.();
    return {
      ...pageDriver,
      user: operations ? chromiumUser(page, flow.id, operations) : user,
      screen: {
        ...screen,
        incidents: () => screen.incidents().filter((incident) => !caused?.test(incident)),
      },
      inspectState: async () => {
        const found = (await problems?.()) ?? [];
        if (found.length > 0) throw new Error(found.join(' '));
      },
    };
  });
}
