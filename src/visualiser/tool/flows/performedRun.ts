import { type Flow, stateName } from '../../../../machines/paths/index.ts';
import { displayData } from '../../../../machines/visualiser/displayData.ts';
import type { Mask } from '../../../../machines/visualiser/mask.ts';
import type { LinkContext } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type {
  Reached,
  RunContext,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { recordedPageAt } from '../connection/replay.ts';
import { displayedBody, told } from '../model/entries/displayed.ts';
import { flowOf } from '../model/entries/filter.ts';

type Observed = Pick<LinkContext, 'timeline' | 'recorded'>;

/** A run as it was performed, with the part of the timeline that it made. The load of its page is no step. */
export type PerformedRun = Observed & {
  /** The names of its steps. */
  steps: readonly string[];
  /** The results of its first steps. */
  reached: readonly Reached[];
  /** The index of the step at which it stopped. */
  stoppedAt: number;
};

export function performedRun({ run, reached, completedSteps }: RunContext, observed: Observed): PerformedRun {
  const steps = run?.steps ?? [];
  const opened = steps[0]?.command.kind === 'open' ? 1 : 0;
  const pages = reached.map(({ page }) => page);
  const [first] = reached;
  return {
    steps: steps.slice(opened).map(({ name }) => name),
    reached: reached.slice(opened),
    stoppedAt: Math.max(0, completedSteps - opened),
    recorded: observed.recorded.filter(({ page }) => pages.includes(page)),
    timeline: observed.timeline.filter(
      (record) =>
        pages.includes(record.page.id) &&
        record.number >= (first?.entry ?? 0) &&
        [null, run?.flow].includes(flowOf(record)),
    ),
  };
}

const invokedIn = ({ snapshot }: Reached): [string, unknown][] =>
  Object.entries(snapshot.children).map(([id, child]) => [id, Object(child).snapshot?.input]);

const resultOf = (reached: Reached | undefined) =>
  reached &&
  JSON.stringify([
    stateName(reached.snapshot),
    displayData(reached.snapshot.context),
    displayData(invokedIn(reached)),
  ]);

/** The index of the first step whose state, context or invoked actors differ between two runs, or at which one stopped. */
export function partedAt(red: PerformedRun, green: PerformedRun): number {
  const parted = red.steps.findIndex(
    (name, index) =>
      name !== green.steps[index] || resultOf(red.reached[index]) !== resultOf(green.reached[index]),
  );
  return parted < 0 ? red.stoppedAt : Math.min(parted, red.stoppedAt);
}

/** The entries of a step. Those of the last one end with its check, or else before the next event. */
function recordsOf({ timeline, reached }: PerformedRun, index: number): LinkContext['timeline'] {
  const first = reached[index]?.entry ?? Number.POSITIVE_INFINITY;
  const next = reached[index + 1]?.entry;
  const records = timeline.filter(
    ({ number }) => number >= first && number < (next ?? Number.POSITIVE_INFINITY),
  );
  if (next !== undefined) return records;
  const checked = records.findIndex(({ kind }) => kind === 'check');
  if (checked >= 0) return records.slice(0, checked + 1);
  const later = records.findIndex(({ kind, number }) => kind === 'event' && number > first);
  return later < 0 ? records : records.slice(0, later);
}

/** The result of a step of a run, for display; null where there is none. */
export function shownStep(run: PerformedRun, index: number, flow: Flow, mask: Mask) {
  const reached = run.reached[index];
  if (!reached) return null;
  const { snapshot } = reached;
  const records = recordsOf(run, index);
  const last = records.at(-1);
  return {
    state: stateName(snapshot),
    context: mask.data(flow, snapshot.context),
    calls: [
      ...invokedIn(reached).map(
        ([id, input]) => `${id}(${JSON.stringify(mask.data(flow, { input }).input)})`,
      ),
      ...records.flatMap((record) =>
        record.kind === 'request' || record.kind === 'response'
          ? [`${told(records, record, mask).title} ${JSON.stringify(displayedBody(record, mask))}`]
          : [],
      ),
    ],
    recorded: last ? recordedPageAt(run, last) : null,
  };
}
