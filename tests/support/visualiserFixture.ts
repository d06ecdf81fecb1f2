import { vi } from 'vitest';
import { type AnyStateMachine, type EventFromLogic, initialTransition, type SnapshotFrom } from 'xstate';
import { buildComparisonMachine } from '../../machines/buildComparison/buildComparison.machine.ts';
import type { PersistedSnapshot } from '../../machines/paths/index.ts';
import { visualiserLinkMachine } from '../../machines/visualiserLink/visualiserLink.machine.ts';
import type {
  InvokedActorInfo,
  LinkContext,
  PageInfo,
  Session,
} from '../../machines/visualiserLink/visualiserLink.types.ts';
import { visualiserRecorderMachine } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { visualiserRunMachine } from '../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Run, RunContext, RunStep } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { visualiserViewMachine } from '../../machines/visualiserView/visualiserView.machine.ts';
import type { VisualiserFlows } from '../../src/visualiser/visualiserFlows.ts';

/** The visualiser's own flows in any state, for tests of what reads them. What is sent to them goes to spies. */

type StateValue = string | { [region: string]: StateValue };

const [initialLink] = initialTransition(visualiserLinkMachine, { coverage: {} });
const [initialRun] = initialTransition(visualiserRunMachine);
const [initialRecorder] = initialTransition(visualiserRecorderMachine);
const [initialView] = initialTransition(visualiserViewMachine);
const [initialComparison] = initialTransition(buildComparisonMachine);

export const page: PageInfo = { id: 'a load', tab: 'a tab', path: '/contact', title: 'Contact Us' };

export const linkIn = (value: StateValue, context: Partial<LinkContext> = {}) =>
  visualiserLinkMachine.resolveState({ value, context: { ...initialLink.context, ...context } });

/** A link that follows the page. */
export const following = (context: Partial<LinkContext> = {}) =>
  linkIn({ following: 'responsive' }, { pages: [page], followedPage: page, ...context });

export const runIn = (value: StateValue, context: Partial<RunContext> = {}) =>
  visualiserRunMachine.resolveState({ value, context: { ...initialRun.context, ...context } });

type RecorderContext = SnapshotFrom<typeof visualiserRecorderMachine>['context'];

export const recorderIn = (value: string, context: Partial<RecorderContext> = {}) =>
  visualiserRecorderMachine.resolveState({ value, context: { ...initialRecorder.context, ...context } });

type ViewContext = SnapshotFrom<typeof visualiserViewMachine>['context'];

export const viewIn = (
  value: { panel?: string; preview?: string } = {},
  context: Partial<ViewContext> = {},
) =>
  visualiserViewMachine.resolveState({
    value: { panel: 'events', preview: 'phone', ...value },
    context: { ...initialView.context, ...context },
  });

const runningFlow = <Machine extends AnyStateMachine>(id: string, snapshot: SnapshotFrom<Machine>) => ({
  snapshot,
  send: vi.fn<(event: EventFromLogic<Machine>) => void>(),
  rootProps: { 'data-flow': id, 'data-state': 'a state' },
});

/** Returns the visualiser's own flows in some states, else in their initial ones; the link follows a page. */
export const visualiserFlows = ({
  link = following(),
  run = initialRun,
  recorder = initialRecorder,
  view = initialView,
}: {
  [Name in 'link' | 'run' | 'recorder' | 'view']?: VisualiserFlows[Name]['snapshot'];
} = {}) => ({
  link: runningFlow<typeof visualiserLinkMachine>('visualiserLink', link),
  run: runningFlow<typeof visualiserRunMachine>('visualiserRun', run),
  view: runningFlow<typeof visualiserViewMachine>('visualiserView', view),
  recorder: runningFlow<typeof visualiserRecorderMachine>('visualiserRecorder', recorder),
  comparison: runningFlow<typeof buildComparisonMachine>('buildComparison', initialComparison),
});

export const persisted = (
  value: PersistedSnapshot['value'],
  context: object = {},
  more: Partial<PersistedSnapshot> = {},
): PersistedSnapshot => ({ status: 'active', value, context: { ...context }, children: {}, ...more });

export const sessionOf = (
  flow: string,
  snapshot: PersistedSnapshot,
  more: Partial<Session> = {},
): Session => ({
  ...{ session: `${flow}:1`, flow, snapshot, failure: null },
  ...more,
});

export const invokedActor = (flow: string, more: Partial<InvokedActorInfo> = {}): InvokedActorInfo => ({
  ...{ id: 7, flow, session: `${flow}:1`, invocation: 'send', actor: 'send', input: undefined },
  ...{ state: 'waiting' as const },
  ...more,
});

export const runStep = (name: string, state: string, transitions: string[] = []): RunStep => ({
  ...{ name, state, transitions },
  command: { kind: 'timer' },
});

export const runOf = (steps: RunStep[], more: Partial<Run> = {}): Run => ({
  ...{ title: 'A run', flow: 'contact', on: 'page' as const, tab: 'a tab', steps },
  ...more,
});
