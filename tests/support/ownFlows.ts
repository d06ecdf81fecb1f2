import { type AnyStateMachine, initialTransition, type SnapshotFrom } from 'xstate';
import { buildComparisonMachine } from '../../machines/buildComparison/buildComparison.machine.ts';
import { visualiserLinkMachine } from '../../machines/visualiserLink/visualiserLink.machine.ts';
import type { LinkContext } from '../../machines/visualiserLink/visualiserLink.types.ts';
import { visualiserRecorderMachine } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { visualiserRunMachine } from '../../machines/visualiserRun/visualiserRun.machine.ts';
import type { RunContext } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { visualiserViewMachine } from '../../machines/visualiserView/visualiserView.machine.ts';
import type { VisualiserFlows } from '../../src/visualiser/visualiserFlows.ts';

/** The visualiser's own flows, which nobody runs: each has the given snapshot, and takes no events. */

const [link] = initialTransition(visualiserLinkMachine, { coverage: {} });
const [run] = initialTransition(visualiserRunMachine);
const [view] = initialTransition(visualiserViewMachine);
const [recorder] = initialTransition(visualiserRecorderMachine);
const [comparison] = initialTransition(buildComparisonMachine);

/** Returns a link that follows a page. */
export const linkWith = (context: Partial<LinkContext>) =>
  visualiserLinkMachine.resolveState({
    value: { following: 'responsive' },
    context: { ...link.context, ...context },
  });

/** Returns a run in a state. */
export const runIn = (value: 'paused' | { inactive: string }, context: Partial<RunContext>) =>
  visualiserRunMachine.resolveState({ value, context: { ...run.context, ...context } });

/** Returns a view that shows typed values, or masks them. */
export const viewWith = (areValuesShown: boolean) =>
  visualiserViewMachine.resolveState({ value: view.value, context: { ...view.context, areValuesShown } });

const still = <Machine extends AnyStateMachine>(snapshot: SnapshotFrom<Machine>) => ({
  snapshot,
  send: () => {},
  rootProps: { 'data-flow': '', 'data-state': '' },
});

/** Returns the flows, in their initial states except for those given. */
export const ownFlows = (
  snapshots: { [Name in 'link' | 'run' | 'view']?: VisualiserFlows[Name]['snapshot'] } = {},
): VisualiserFlows => ({
  link: still<typeof visualiserLinkMachine>(snapshots.link ?? link),
  run: still<typeof visualiserRunMachine>(snapshots.run ?? run),
  view: still<typeof visualiserViewMachine>(snapshots.view ?? view),
  recorder: still<typeof visualiserRecorderMachine>(recorder),
  comparison: still<typeof buildComparisonMachine>(comparison),
});
