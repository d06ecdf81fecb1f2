import { createSimulation, type Flow, type Step, stepName } from '../../machines/paths/index.ts';
import type {
  PageInfo,
  TimelineRecord,
} from '../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { readEvent, readPersistedSnapshot, toPlainData } from '../../src/visualiser/shared/channel/index.ts';

/** A step by its name, or an event that need be no case. */
type Happening = string | ({ type: string } & Record<string, unknown>);

/** The timeline of a page with a running flow and some steps, one in a second. */
export function simulatedTimeline(flow: Flow, happenings: readonly Happening[]): TimelineRecord[] {
  const page: PageInfo = { id: 'load', tab: 'tab', path: flow.page ?? '/', title: flow.title };
  const simulation = createSimulation(flow);
  const snapshotNow = () => {
    const { children = {}, ...snapshot }: Record<string, unknown> = Object(
      toPlainData(simulation.actor.getPersistedSnapshot()),
    );
    const read = readPersistedSnapshot({ ...snapshot, children });
    if (!read) throw new Error('This is no snapshot.');
    return read;
  };
  const perform = (happening: Happening): { type: string } => {
    if (typeof happening !== 'string') {
      simulation.send(happening);
      return happening;
    }
    const possible = simulation.possibleSteps();
    const step = possible.find((known: Step) => stepName(known) === happening);
    if (!step) throw new Error(`"${happening}" is none of ${possible.map(stepName).join(' | ')}.`);
    simulation.perform(step);
    return step.event;
  };
  const entry = {
    session: 'x:1',
    flow: flow.id,
    guardResults: [],
    failedGuards: [],
    microsteps: 1,
    failure: null,
  };
  const start = { ...entry, number: 1, at: 0, event: { type: 'xstate.init' }, transitions: [], before: null };
  const entries = happenings.map((happening, index): TimelineRecord => {
    const before = snapshotNow();
    const takenBefore = simulation.takenTransitions.length;
    const event = readEvent(toPlainData(perform(happening))) ?? { type: '' };
    const [number, at] = [index + 2, (index + 1) * 1_000];
    const transitions = simulation.takenTransitions.slice(takenBefore);
    return {
      kind: 'event',
      number,
      page,
      at,
      entry: { ...entry, number, at, event, transitions, before, snapshot: snapshotNow() },
    };
  });
  const first = createSimulation(flow).actor.getPersistedSnapshot();
  const snapshot = readPersistedSnapshot({ children: {}, ...Object(toPlainData(first)) });
  if (!snapshot) throw new Error('This is no snapshot.');
  return [
    { kind: 'pageLoaded', number: 0, page, at: 0 },
    { kind: 'event', number: 1, page, at: 0, entry: { ...start, snapshot } },
    ...entries,
  ];
}
