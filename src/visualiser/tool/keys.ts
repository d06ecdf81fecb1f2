import type { Flow } from '../../../machines/paths/index.ts';
import { pendingIn, restoredSnapshot } from '../../../machines/paths/index.ts';
import type { Session } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { outcomeOf } from './runSteps.ts';
import { sendToFollowedPage, type VisualiserFlows } from './visualiserFlows.ts';

/** The keys of a flow's view, each with what it does in words. */
export const KEYS = [
  { key: 'h', name: 'hold', does: 'Pauses the environment, or resumes it' },
  {
    key: 's',
    name: 'step',
    does: 'The next step of a paused run, or the next outcome or timer while paused',
  },
  { key: 'x', name: 'halt', does: 'Pauses a run, or ends one that is paused' },
] as const;

type Flows = Pick<VisualiserFlows, 'link' | 'run'>;

type View = { flow: Flow; session: Session | undefined; flows: Flows };

/** Pauses the environment of the flow, or resumes it. */
function hold({ flow, flows }: View): void {
  const isPaused = flows.link.snapshot.context.paused === flow.id;
  sendToFollowedPage(flows, { type: 'pause', flow: isPaused ? null : flow.id });
}

/**
 * Makes the next step of a run that is paused. Otherwise, while the environment is paused, gives the actor that waits the
 * first outcome of its cases; where none waits, fires the next timer.
 */
function step({ flow, session, flows }: View): void {
  if (flows.run.snapshot.can({ type: 'stepped' })) {
    flows.run.send({ type: 'stepped' });
    return;
  }
  const { paused, invokedActors } = flows.link.snapshot.context;
  if (!session || paused !== flow.id) return;
  const waiting = invokedActors.find((each) => each.session === session.session && each.state === 'waiting');
  const outcomes = Object.entries(flow.outcomes[waiting?.actor ?? ''] ?? {});
  const [outcome] = outcomes.find(([, known]) => 'error' in known || 'output' in known) ?? [];
  if (waiting && outcome !== undefined)
    sendToFollowedPage(flows, {
      type: 'provideOutcome',
      invokedActor: waiting.id,
      outcome: outcomeOf(flow, waiting.actor, outcome),
    });
  else if (
    session.snapshot.status === 'active' &&
    pendingIn(restoredSnapshot(flow, session.snapshot)).timers.length > 0
  )
    sendToFollowedPage(flows, { type: 'fireTimer', session: session.session });
}

/** Pauses a run after its step; ends one that is paused. */
function halt({ flows: { run } }: View): void {
  if (run.snapshot.matches('paused')) run.send({ type: 'dismissed' });
  else if (run.snapshot.can({ type: 'pauseRequested' })) run.send({ type: 'pauseRequested' });
}

const actions: Readonly<Record<string, (view: View) => void>> = { h: hold, s: step, x: halt };

/** Does what a key does in the view of a flow; nothing for any other key. */
export function pressKey(key: string, view: View): void {
  actions[key]?.(view);
}
