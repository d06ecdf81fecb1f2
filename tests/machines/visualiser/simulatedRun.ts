import { onTestFinished, vi } from 'vitest';
import { createActor } from 'xstate';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import type { InvokedActorInfo } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import type { Pace, Run, RunCommand, RunStep } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { readFromVisualiser } from '../../../src/visualiser/channel/protocol.ts';
import type { FromPage, PageCommand } from '../../../src/visualiser/channel/types.ts';
import { run as runFlow } from '../../../src/visualiser/flows/run.ts';
import { SynchronousBroadcastChannel } from '../../drivers/dom/synchronousBroadcastChannel.ts';

export const snapshot = (value: string): PersistedSnapshot => ({
  status: 'active',
  value,
  context: {},
  children: {},
});

export const invokedActor = (id: number, session: string): InvokedActorInfo => ({
  ...{ id, flow: 'scholarshipTerms', session, invocation: 'load', actor: 'load', input: null },
  state: 'waiting',
});

/** A page with the flow. It pauses, loads, and takes events as it is told, and finds what `problems` says. */
export function createPage() {
  const channel = new SynchronousBroadcastChannel('visualiser');
  const commands: PageCommand[] = [];
  const page = {
    ...{ commands, loads: 1, isLoading: true, isChecking: true, flow: 'scholarshipTerms' },
    /** The flow whose environment is paused, whether the page pauses, and the actors that wait. */
    ...{
      paused: 'scholarshipTerms' as string | null,
      canPause: true,
      invokedActors: [invokedActor(7, 'x:0')],
    },
    ...{ problems: [] as (string | null)[], sessions: ['x:0'], state: 'hidden' },
    post: (message: FromPage) => channel.postMessage(message),
    info: () => ({ id: `load-${page.loads}`, tab: 'tab', path: '/knowmore', title: 'Scholarship' }),
    environment: () => ({ invokedActors: page.invokedActors, paused: page.paused, microsteps: 0 }),
    present: () => {
      const { flow, state } = page;
      const sessions = page.sessions.map((session) => {
        return { session, flow, snapshot: snapshot(state), failure: null };
      });
      page.post({ type: 'present', page: page.info(), sessions, ...page.environment() });
    },
    /** Reports events of the flow, and the state to which they led. */
    report: (...types: string[]) => {
      const entries = types.map((type, index) => ({
        ...{ order: 0, at: index, session: page.sessions.at(-1) ?? '', flow: page.flow, event: { type } },
        ...{ transitions: [], microsteps: 1, snapshot: snapshot(page.state), failure: null },
      }));
      const rest = { calls: [], endedSessions: [], ...page.environment() };
      page.post({ type: 'observed', page: page.info(), entries, ...rest });
    },
    perform: (command: PageCommand) => {
      if (command.type === 'pause' && page.canPause) {
        page.paused = command.flow;
        page.report();
      }
      if (command.type === 'open' && page.isLoading) {
        page.loads += 1;
        page.present();
      }
      if (command.type === 'check' && page.isChecking) {
        const found = { problems: page.problems, focused: 'button Show' };
        page.post({ type: 'checked', page: page.info().id, check: command.check, ...found });
      }
    },
  };
  channel.onmessage = ({ data }) => {
    const message = readFromVisualiser(data);
    if (message?.type !== 'command' || message.page !== page.info().id) return;
    commands.push(message.command);
    page.perform(message.command);
  };
  onTestFinished(() => channel.close());
  return page;
}

export const stepOf = (command: RunCommand, state = 'shown'): RunStep => ({
  ...{ name: command.kind, command, state, transitions: [] },
});

/** Starts a run of steps in the tab. */
export function start(steps: RunStep[], change: Partial<Run> = {}, pace: Pace = 'fast') {
  const actor = createActor(runFlow.machine).start();
  actor.send({ type: 'paceChosen', pace });
  const flow = 'scholarshipTerms';
  actor.send({ type: 'started', run: { title: 'Path', flow, on: 'page', tab: 'tab', steps, ...change } });
  onTestFinished(() => {
    actor.stop();
  });
  const settle = async (milliseconds = 0) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    const { value, context } = actor.getSnapshot();
    return { value, ...context };
  };
  return { actor, settle };
}
