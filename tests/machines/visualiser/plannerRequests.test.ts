import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { explore } from '../../../machines/paths/explore.ts';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import { createSimulation } from '../../../machines/paths/simulation.ts';
import { stepName } from '../../../machines/paths/steps.ts';
import { toPlainData } from '../../../src/visualiser/channel/plainData.ts';
import { readPersistedSnapshot } from '../../../src/visualiser/channel/protocol.ts';
import { handleRequest, type PlannerRequest } from '../../../src/visualiser/planner/planner.ts';

/** What the planner answers, by itself and in its worker. */

vi.mock('../../../machines/paths/explore.ts', { spy: true });
vi.mock('../../../machines/catalogue.ts', async () => {
  const { contactFlow } = await import('../../../machines/contact/contact.flow.ts');
  const { scholarshipTermsFlow } = await import(
    '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts'
  );
  const { letterFlow } = await import('../../support/letterGraph.ts');
  const letters = letterFlow({
    ...{ first: { a: 'second', draftFound: 'restored' }, restored: { a: 'fourth' } },
    ...{ second: { a: 'third' }, third: { a: 'fourth' }, fourth: { b: 'fifth' }, fifth: {} },
  });
  return { catalogue: [contactFlow, scholarshipTermsFlow, letters] };
});

/** Returns the snapshot of a page on which a flow runs, after some steps. */
function snapshotAfter(id: string, names: readonly string[]): PersistedSnapshot {
  const flow = catalogue.find((known) => known.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  const simulation = createSimulation(flow);
  for (const name of names) {
    const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
    if (!step) throw new Error(`"${name}" is not possible.`);
    simulation.perform(step);
  }
  const snapshot = readPersistedSnapshot(toPlainData(simulation.actor.getPersistedSnapshot()));
  if (!snapshot) throw new Error('This is no snapshot.');
  return snapshot;
}

const toggled = (state: string) => ({
  name: 'toggled: by the button',
  command: { kind: 'event', event: { type: 'toggled' } },
  state,
  transitions: [`scholarshipTerms.${state === 'shown' ? 'hidden' : 'shown'} · toggled`],
});

describe('the planner', () => {
  test('plans the paths of a flow, with what is sent to the page at each step', () => {
    expect(handleRequest({ kind: 'plan', flow: 'scholarshipTerms' })).toEqual({
      paths: [[toggled('shown'), toggled('hidden')]],
    });
  });

  test('explores a flow once', () => {
    vi.mocked(explore).mockClear();
    for (const goal of ['submitting', 'done'])
      handleRequest({ kind: 'path', flow: 'contact', goals: [goal], snapshot: null });
    expect(explore).toHaveBeenCalledTimes(1);
  });

  test('knows the flows of the catalogue alone', () => {
    expect(() => handleRequest({ kind: 'plan', flow: 'nothing' })).toThrow(/^There is no flow "nothing"\.$/);
  });

  test('returns the build with all flows', () => {
    const build = handleRequest({ kind: 'build' });
    expect(build).toMatchObject({
      build: 'this build',
      flows: [{ id: 'contact' }, { id: 'scholarshipTerms' }, { id: 'letters' }],
    });
    const [contact] = build && 'flows' in build ? build.flows : [];
    expect(contact?.messages.length).toBeGreaterThan(0);
  });

  const [a, b, draft] = ['a: pressed', 'b: pressed', 'draftFound: pressed'];

  test.each<[string, string[], string[] | null, string | null, string[], boolean]>([
    ['from the initial state where the page runs none', ['second'], null, 'second', [a], true],
    ['from the current state', ['fifth'], [a, a], 'fifth', [a, b], false],
    ['from the initial state that is the current one', ['third'], [], 'third', [a, a], false],
    ['from the initial state where none leads on', ['second'], [a, a, a, b], 'second', [a], true],
    ['to the nearest goal', ['fifth', 'third', 'nowhere', 'fourth'], [a], 'third', [a], false],
    ['to the first of goals that are as near', ['third', '(machine).second · a'], [a], 'third', [a], false],
    ['without a draft of an earlier visit', ['fourth'], null, 'fourth', [a, a, a], true],
    ['from the start without a draft rather than on with it', ['second'], [draft], 'second', [a], true],
    ['with a draft where nothing else leads there', ['restored'], null, 'restored', [draft], true],
    ['with a draft on from the current state', ['restored'], [], 'restored', [draft], false],
  ])('finds a path %s', (_, goals, before, goal, names, isFromStart) => {
    const snapshot = before && snapshotAfter('letters', before);
    const found = handleRequest({ kind: 'path', flow: 'letters', goals, snapshot });
    const path = found && 'goal' in found ? found : null;
    expect(path?.steps.map(({ name }) => name)).toEqual(names);
    expect(path).toMatchObject({ goal, isFromStart });
  });

  test.each([
    ['to what no state is', ['nowhere']],
    ['to no goal', []],
    ['to the initial state that is there', ['first']],
  ])('finds none %s', (_, goals) => {
    const snapshot = snapshotAfter('letters', []);
    expect(handleRequest({ kind: 'path', flow: 'letters', goals, snapshot })).toBeNull();
  });

  test('finds a path from the start where the page is in a state to which no case leads', () => {
    const snapshot = snapshotAfter('contact', ['changed: everything valid', 'submitted: by the button']);
    const goals = ['done'];
    const onward = handleRequest({ kind: 'path', flow: 'contact', goals, snapshot });
    expect(onward).toMatchObject({ isFromStart: false, steps: [{ name: 'send: accepted' }] });
    const unknown = { ...snapshot, context: { ...snapshot.context, values: {} } };
    const anew = handleRequest({ kind: 'path', flow: 'contact', goals, snapshot: unknown });
    expect(anew).toMatchObject({ isFromStart: true, steps: [{}, {}, { name: 'send: accepted' }] });
  });

  test('has in a path what is sent to the page, and what is taken there', () => {
    expect(
      handleRequest({ kind: 'path', flow: 'scholarshipTerms', goals: ['shown'], snapshot: null }),
    ).toEqual({
      ...{ goal: 'shown', steps: [toggled('shown')], isFromStart: true },
    });
  });
});

describe('the worker of the planner', () => {
  const posted: unknown[] = [];
  const scope = {
    onmessage: (_: { data: { id: number; request: PlannerRequest } }) => {},
    postMessage: (response: unknown) => posted.push(response),
  };

  beforeEach(async () => {
    posted.length = 0;
    vi.resetModules();
    vi.stubGlobal('self', scope);
    await import('../../../src/visualiser/planner/planner.worker.ts');
  });

  afterEach(() => vi.unstubAllGlobals());

  test('answers each request with its id', () => {
    scope.onmessage({ data: { id: 7, request: { kind: 'plan', flow: 'scholarshipTerms' } } });
    expect(posted).toEqual([{ id: 7, result: { paths: [[toggled('shown'), toggled('hidden')]] } }]);
  });

  test('answers one that fails with its problem', () => {
    scope.onmessage({ data: { id: 8, request: { kind: 'plan', flow: 'nothing' } } });
    expect(posted).toEqual([{ id: 8, problem: 'There is no flow "nothing".' }]);
  });
});
