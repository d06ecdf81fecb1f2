import { describe, expect, test } from 'vitest';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createMachine,
  type EventObject,
  fromPromise,
  raise,
  setup,
  spawnChild,
} from 'xstate';
import { allFlows } from '../../../machines/allFlows.ts';
import { catalogue } from '../../../machines/catalogue.ts';
import {
  createSimulation,
  explore,
  type Flow,
  flowOfMachine,
  plan,
  restoredSnapshot,
  restoreLosses,
} from '../../../machines/paths/index.ts';
import { callBack } from '../../../src/flows/callBack.ts';
import { contact } from '../../../src/flows/contact.ts';
import { jobApplication } from '../../../src/flows/jobApplication.ts';
import { registration } from '../../../src/flows/registration.ts';
import { scholarship } from '../../../src/flows/scholarship.ts';
import { readPersistedSnapshot, toPlainData } from '../../../src/visualiser/shared/channel/index.ts';
import { mayBeEmpty } from '../../support/nonEmpty.ts';

const lossesOf = (machine: AnyStateMachine) => restoreLosses(explore(flowOfMachine(machine)));

describe('a restore', () => {
  test('a restore loses delayed events and keeps timers, which start anew', () => {
    const machine = createMachine({
      initial: 'idle',
      states: {
        idle: { on: { asked: { target: 'asking', actions: raise({ type: 'retry' }, { delay: 50 }) } } },
        asking: { after: { 100: 'late' }, on: { retry: 'idle' } },
        late: {},
      },
    });
    const flow = flowOfMachine(machine, { events: { retry: {} } });
    expect(restoreLosses(explore(flow))).toEqual({ '"retry" does not come': ['asking'] });
  });

  test('a restore starts a timer again that has fired and was refused', () => {
    const machine = createMachine({
      id: 'bell',
      after: { 10: { guard: () => false }, 20: { actions: 'ring' } },
      initial: 'on',
      states: { on: {} },
    });
    expect(lossesOf(machine)).toEqual({
      'the timer "10" in "bell" comes again': ['on'],
      'the timer "20" in "bell" comes again': ['on'],
    });
  });

  test('a restore loses what JSON has no kind for', () => {
    const machine = setup({
      types: {
        context: {} as { due: Date; names: Map<string, number>; rate: number; note: string; on?: () => void },
      },
    }).createMachine({
      context: { due: new Date(0), names: new Map(), rate: Number.NaN, note: 'kept', on: () => {} },
      initial: 'idle',
      states: { idle: {} },
    });
    expect(lossesOf(machine)).toEqual({
      'context.due: a Date becomes a text': ['idle'],
      'context.names: a Map becomes an object': ['idle'],
      'context.rate: NaN becomes null': ['idle'],
      'context.on: a function becomes undefined': ['idle'],
    });
  });

  test('a restore keeps children by the names of their logic, with their timers', () => {
    const child = createMachine({ initial: 'on', states: { on: { after: { 100: 'off' } }, off: {} } });
    const load = fromPromise(async () => 1);
    const machine = setup({ actors: { child, load } }).createMachine({
      initial: 'open',
      states: { open: { entry: spawnChild('child', { id: 'child' }), invoke: { src: 'load', id: 'load' } } },
    });
    expect(lossesOf(machine)).toEqual({});
    const nameless = createMachine({ entry: spawnChild(child), initial: 'open', states: { open: {} } });
    expect(lossesOf(nameless)).toEqual({
      'it cannot be restored: An inline child actor cannot be persisted.': ['open'],
    });
  });

  test('a restore says what cannot be persisted', () => {
    const parts: { whole?: object } = {};
    parts.whole = parts;
    const machine = createMachine({ context: { parts }, initial: 'idle', states: { idle: {} } });
    expect(Object.keys(lossesOf(machine))).toEqual([expect.stringMatching(/^it cannot be restored: /)]);
  });

  test('a plan by the criterion restores leads to each loss', () => {
    const machine = createMachine({
      initial: 'idle',
      states: {
        idle: { on: { asked: 'asking' } },
        asking: { entry: raise({ type: 'retry' }, { delay: 50 }), on: { retry: 'idle' } },
      },
    });
    const { goals, paths } = plan(explore(flowOfMachine(machine)), { criteria: ['restores'] });
    expect(goals).toEqual([{ criterion: 'restores', id: '"retry" does not come' }]);
    expect(paths.map((path) => path.length)).toEqual([1]);
  });
});

/** The snapshot as a restart of the visualiser gets it. */
const carryToRestart = (persisted: unknown) => readPersistedSnapshot(toPlainData(persisted));

test.each(allFlows.map((flow) => [flow.id, flow] as const))(
  'a restart of %s from the visualiser loses nothing but the time that has passed',
  (id, flow) => {
    expect(restoreLosses(explore(flow), carryToRestart)).toEqual(
      id === 'visualiserRun'
        ? {
            'the timer "normalPause" in "visualiserRun.performing.showing" comes again': [
              'performing.showing',
            ],
          }
        : {},
    );
  },
);

/** How the draft of a form is saved and restored. */
type Draft = {
  toDraft(snapshot: AnyMachineSnapshot): object | null;
  toEvent(saved: unknown): EventObject | null;
};

const drafts: Record<string, { draft?: Draft }> = {
  callBack,
  contact,
  jobApplication,
  registration,
  scholarship,
};

/** A reload starts a new actor, which finds the draft. */
const carryByDraft = (flow: Flow, draft: Draft | undefined) => (persisted: unknown) => {
  const snapshot = carryToRestart(persisted);
  const saved = snapshot && draft?.toDraft(restoredSnapshot(flow, snapshot));
  const event = saved && draft?.toEvent(JSON.parse(JSON.stringify(saved)));
  const { actor, send } = createSimulation(flow);
  if (event) send(event);
  return actor.getPersistedSnapshot();
};

test.each(
  catalogue.flatMap((flow) => (flow.id in drafts ? [[flow.id, flow, drafts[flow.id]?.draft] as const] : [])),
)('the draft of %s keeps every value that was typed, until the form is done', (id, flow, draft) => {
  const losses = mayBeEmpty(Object.entries(restoreLosses(explore(flow), carryByDraft(flow, draft))));
  const states = losses.flatMap(([loss, names]) => (loss.startsWith('context.values') ? names : []));
  expect(new Set(states)).toEqual(new Set(id === 'registration' ? ['registered'] : []));
});
