import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { buildComparisonMachine } from '../../../machines/buildComparison/buildComparison.machine.ts';
import type { BuildModel } from '../../../machines/paths/flowModel.ts';
import { visualiserViewMachine } from '../../../machines/visualiserView/visualiserView.machine.ts';
import { BUILD_FILE, readBuildFile } from '../../../src/visualiser/changes/buildFile.ts';
import {
  changesBetween,
  changesOfFlow,
  shownComparison,
} from '../../../src/visualiser/changes/shownComparison.ts';
import { earlierBuild, laterBuild } from '../../support/buildFixture.ts';

/** The file of a build, and what is drawn of the comparison of two. */

describe('the file of a build', () => {
  const plain = { tags: ['a'], entry: ['b'], exit: ['c'], invokes: ['d'] };
  const state = { id: 'm', key: 'm', parent: null, type: 'compound', ...plain };
  const transition = {
    ...{ id: 't', source: 'm.a', targets: ['m.b'], trigger: 'sent', actions: ['note'], reenter: true },
    guard: 'isReady',
  };
  const { guard: _, ...unguarded } = transition;
  const flow = {
    ...{ id: 'm', title: 'M' },
    chart: {
      id: 'm',
      states: [
        state,
        { ...state, parent: 'm', type: 'atomic', description: 'Is on.' },
        { ...state, type: 'parallel' },
        { ...state, type: 'final' },
        { ...state, type: 'history', history: 'shallow' },
        { ...state, type: 'history', history: 'deep' },
      ],
      initialArrows: [{ id: 'i', source: 'm', target: 'm.a' }],
      transitions: [transition, unguarded],
    },
    guards: { isReady: 'not isBusy' },
    delays: { slow: 10, computed: null },
    messages: [{ where: 'at the field', condition: 'empty', text: 'Enter a name.' }],
    paths: [{ steps: [{ name: 'sent', state: 'b' }] }],
    coverage: [{ level: 'plan', covered: ['m.a'] }],
  };
  const build = { build: 'abc', flows: [flow] };
  const read = (data: unknown) => readBuildFile(JSON.stringify(data));

  test('stands in the build', () => {
    expect(BUILD_FILE).toBe('visualiser/build.json');
  });

  test('is read with everything that is in it', () => {
    expect(read(build)).toEqual(build);
    expect(read(earlierBuild)).toEqual(earlierBuild);
  });

  const withFlow = (changes: object) => ({ ...build, flows: [{ ...flow, ...changes }] });
  const withChart = (changes: object) => withFlow({ chart: { ...flow.chart, ...changes } });

  test.each<[string, unknown]>([
    ['a list', [build]],
    ['nothing', null],
    ['a build without flows', { build: 'abc' }],
    ['a build without a name', { flows: [] }],
    ['a flow without a chart', { ...build, flows: [{ id: 'm', title: 'M' }] }],
    ['a state of an unknown type', withChart({ states: [{ ...state, type: '' }] })],
    ['a state of an unknown history', withChart({ states: [{ ...state, history: '' }] })],
    ['a state whose tags are numbers', withChart({ states: [{ ...state, tags: [1] }] })],
    ['a transition without targets', withChart({ transitions: [{ ...transition, targets: null }] })],
    ['an initial arrow without a target', withChart({ initialArrows: [{ id: 'i', source: 'm' }] })],
    ['a delay in words', withFlow({ delays: { slow: 'long' } })],
    ['a guard that is a number', withFlow({ guards: { isReady: 1 } })],
    ['a message without a text', withFlow({ messages: [{ where: 'x', condition: 'y' }] })],
    ['a path without steps', withFlow({ paths: [{}] })],
    ['a step without a state', withFlow({ paths: [{ steps: [{ name: 'sent' }] }] })],
    ['coverage without a level', withFlow({ coverage: [{ covered: [] }] })],
  ])('is not %s', (_case, data) => {
    expect(read(data)).toBeNull();
  });

  test('is not a text that is no JSON', () => {
    expect(readBuildFile('<!doctype html>')).toBeNull();
  });
});

describe('the changes between two builds', () => {
  test('are those of each flow, the same object each time', () => {
    const changes = changesBetween(earlierBuild, laterBuild);
    expect([changes.before, changes.after]).toEqual(['one', 'two']);
    expect(changes.flows.map(({ flow, status }) => `${flow} ${status}`)).toEqual([
      'contact altered',
      'scholarship added',
      'old removed',
    ]);
    expect(changesBetween(earlierBuild, laterBuild)).toBe(changes);
    expect(changesOfFlow(changes, 'contact')?.title).toBe('Contact message');
    expect(changesOfFlow(changes, 'callBack')).toBeNull();
  });
});

describe('what is drawn of a comparison', () => {
  const running = <Snapshot>(snapshot: Snapshot) => ({
    snapshot,
    ...{ send: () => {}, rootProps: { 'data-flow': '', 'data-state': '' } },
  });

  const viewWith = (panel: 'changes' | 'events') => {
    const actor = createActor(visualiserViewMachine).start();
    actor.send({ type: `panel.${panel}` });
    return running(actor.getSnapshot());
  };

  async function comparisonOf(other: BuildModel | null, own = laterBuild) {
    const actor = createActor(
      buildComparisonMachine.provide({ actors: { loadOwnBuild: fromPromise(async () => own) } }),
    ).start();
    if (!other) return running(actor.getSnapshot());
    actor.send({ type: 'buildOpened', build: other });
    return running(await waitFor(actor, (snapshot) => snapshot.matches('compared')));
  }

  test('is the chart with both builds, and the status of what changed, the same object each time', async () => {
    const flows = { comparison: await comparisonOf(earlierBuild), view: viewWith('changes') };
    const shown = shownComparison('contact', flows);
    expect(shown?.chart.states.map(({ id }) => id)).toEqual([
      'contact',
      'contact.idle',
      'contact.new',
      'contact.broken',
    ]);
    expect(shown?.chart.hasRemoved).toBe(true);
    expect(shown?.statuses).toEqual({
      'contact.new': 'added',
      'contact.broken': 'removed',
      'contact.idle': 'altered',
    });
    expect(shownComparison('contact', flows)).toBe(shown);
  });

  test('is nothing while another panel is open', async () => {
    const flows = { comparison: await comparisonOf(earlierBuild), view: viewWith('events') };
    expect(shownComparison('contact', flows)).toBeNull();
  });

  test('is nothing while no other build is opened, nor where this one was not loaded', async () => {
    const view = viewWith('changes');
    expect(shownComparison('contact', { comparison: await comparisonOf(null), view })).toBeNull();
    const compared = await comparisonOf(earlierBuild);
    const actor = createActor(buildComparisonMachine, {
      snapshot: buildComparisonMachine.resolveState({
        value: 'failed',
        context: compared.snapshot.context,
      }),
    });
    expect(shownComparison('contact', { comparison: running(actor.getSnapshot()), view })).toBeNull();
  });

  test.each(['callBack', 'scholarship', 'old', 'nothing'])('is nothing of the flow %s', async (flow) => {
    const comparison = await comparisonOf(earlierBuild);
    expect(shownComparison(flow, { comparison, view: viewWith('changes') })).toBeNull();
  });
});
