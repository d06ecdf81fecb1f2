import { fromPromise } from 'xstate';
import { stateName } from '../../../machines/stateName.ts';
import { visualiserRunMachine } from '../../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Pace, Run, RunDeed, RunLeg } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import type { SiteFlow } from '../../flows/useFlow.ts';
import type { Deed, Session } from '../channel/messages.ts';
import { station, type World } from '../station/station.ts';

/** Milliseconds that a state is shown before the next step. */
const REST: Readonly<Record<Pace, number>> = { slow: 1_500, normal: 600, fast: 0 };

/** Milliseconds that a page has to be loaded, and a step to lead somewhere. */
const PATIENCE = { load: 20_000, page: 10_000, step: 3_000 };

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (milliseconds === 0) resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

const sessionOf = ({ sessions }: World, flow: string): Session | undefined =>
  sessions.findLast((session) => session.flow === flow);

type Walk = { run: Run; signal: AbortSignal };

/** What a page is told for a deed; null as long as what it needs is not there. */
function order(deed: Exclude<RunDeed, { kind: 'open' }>, world: World, session: string): Deed | null {
  if (deed.kind === 'event') return { type: 'send', session, event: deed.event };
  if (deed.kind === 'timer') return { type: 'fire', session };
  const call = world.calls.findLast((open) => open.session === session && open.actor === deed.actor);
  return call ? { type: 'answer', call: call.id, answer: deed.answer } : null;
}

/** Loads the page with the world held, and waits for the flow. */
async function open({ run, signal }: Walk, deed: Extract<RunDeed, { kind: 'open' }>): Promise<string> {
  const before = await station.until(run.tab, ({ page }) => page, { patience: PATIENCE.page, signal });
  if (!before) throw new Error('No page of the site answers.');
  const { path, forget, pose } = deed;
  station.perform(before.id, { type: 'hold', flow: run.flow });
  station.perform(before.id, {
    type: 'open',
    path,
    forget,
    restart: pose && { flow: run.flow, pose },
  });
  const found = await station.until(
    run.tab,
    (world) => (world.page.id === before.id ? null : (sessionOf(world, run.flow) ?? null)),
    { patience: PATIENCE.load, signal },
  );
  if (!found) throw new Error(`The flow does not run on ${path}.`);
  return stateName(found.pose);
}

/** Whether an event is the one that a deed causes. */
const causes = (deed: RunDeed, { type }: { type: string }): boolean =>
  deed.kind === 'event' ? type === deed.event.type : type.startsWith('xstate.');

/** Holds the world of the flow, where it is not held yet: nothing may answer but the run. */
async function hold({ run, signal }: Walk): Promise<void> {
  const world = station.worldIn(run.tab);
  if (!world || world.held === run.flow) return;
  station.perform(world.page.id, { type: 'hold', flow: run.flow });
  const isHeld = ({ held }: World) => (held === run.flow ? true : null);
  await station.until(run.tab, isHeld, { patience: PATIENCE.step, signal });
}

/** Does a step on the page; comes back with the state that it led to. */
async function step(walk: Walk, deed: Exclude<RunDeed, { kind: 'open' }>): Promise<string> {
  const { run, signal } = walk;
  await hold(walk);
  const known = await station.until(
    run.tab,
    (world) => {
      const session = sessionOf(world, run.flow)?.session;
      const ready = session === undefined ? null : order(deed, world, session);
      return session === undefined || ready === null ? null : { world, session, ready };
    },
    { patience: PATIENCE.step, signal },
  );
  if (!known)
    throw new Error(
      deed.kind === 'outcome'
        ? `Nothing on the page waits for an answer of "${deed.actor}".`
        : 'The flow does not run on the page.',
    );
  const { world, session, ready } = known;
  const caused = station.next(run.tab, session, (event) => causes(deed, event), signal);
  station.perform(world.page.id, ready);
  return stateName((await caused).pose);
}

async function performLeg(
  { run, leg, pace }: { run: Run | null; leg: RunLeg | null; pace: Pace },
  signal: AbortSignal,
): Promise<{ state: string }> {
  if (!run || !leg) throw new Error('No case of the flow leads there.');
  const { deed } = leg;
  const walk = { run, signal };
  if (run.on === 'chart') {
    await rest(REST[pace] || 100, signal);
    return { state: leg.state };
  }
  const state = deed.kind === 'open' ? await open(walk, deed) : await step(walk, deed);
  if (state === leg.state) await rest(run.isHurried ? 0 : REST[pace], signal);
  return { state };
}

/** The run of a path as the visualiser runs it. */
export const run: SiteFlow<typeof visualiserRunMachine> = {
  id: 'visualiserRun',
  machine: visualiserRunMachine.provide({
    actors: { performLeg: fromPromise(({ input, signal }) => performLeg(input, signal)) },
  }),
};
