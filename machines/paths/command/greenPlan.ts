import {
  type Flow,
  followTest,
  PlanDivergence,
  type WrittenPlan,
  type WrittenTest,
  walk,
  writePlan,
} from '../index.ts';
import { errorText, refusingToExplore } from './errorText.ts';
import { UsageError } from './usageError.ts';

const HOUR = 3_600_000;

/** Runs a function an hour later, so that a dependence on the time shows. */
async function anHourLater<Result>(work: () => Promise<Result>): Promise<Result> {
  const { Date: RealDate } = globalThis;
  const now = () => RealDate.now() + HOUR;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}

/** A sentence on why a test is not green. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const [reason = ''] = errorText(cause).split('. If that is meant');
  const remedy = ' Leave out of "project" in the cases what is new each time.';
  return `${reason}.${error instanceof PlanDivergence ? remedy : ''}`;
}

/**
 * The plan of a flow; a machine on real actors of XState takes each of its tests at any time. Earlier tests keep
 * their titles and the steps that can still happen.
 *
 * @throws UsageError where a test is not green, or the flow cannot be explored
 */
export async function greenPlan(flow: Flow, before: readonly WrittenTest[]): Promise<WrittenPlan> {
  const plan = await refusingToExplore(flow.id, () => writePlan(flow, before));
  await anHourLater(async () => {
    for (const [index, test] of plan.tests.entries())
      try {
        await walk(flow, followTest(flow, plan.start, test, index + 1));
      } catch (error) {
        throw new UsageError(
          `No test is written, because the machine itself does not pass "${test.title}": ${reasonOf(error)}`,
        );
      }
  });
  return plan;
}
