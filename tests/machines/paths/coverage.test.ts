import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { fromPromise, setup } from 'xstate';
import {
  coverageAsJUnit,
  coverageOf,
  coverageOfTransitions,
  explore,
  flowOfMachine,
  observedCoverage,
  plan,
  stepName,
} from '../../../machines/paths/index.ts';
import { graph, letterGraph } from '../../support/flowFixture.ts';
import { existingPath } from '../../support/walkOrShorten.ts';

describe('coverage', () => {
  test('coverage merges the runs of several levels', () => {
    const { paths } = plan(graph);
    const merged = coverageOf(graph, [
      observedCoverage(graph.flow, 'machines', paths),
      observedCoverage(graph.flow, 'browser', paths),
    ]);
    expect(merged.totals().transition).toEqual({ covered: 8, of: 11 });
    expect(merged.items[0]?.levels).toEqual(['machines', 'browser']);
  });
});

describe('of other tests', () => {
  const letters = letterGraph({ one: { a: 'two' }, two: { b: 'three', c: 'one' }, three: { d: 'one' } });
  const taken = (...names: string[]) => names.map((name) => `(machine).${name}`);

  test('a plan beside other tests has the goals that these leave out', () => {
    const runs = [taken('one · a', 'two · b')];
    const others = coverageOfTransitions(letters, 'others', runs);
    expect(others).toEqual({
      flow: 'letters',
      level: 'others',
      states: ['one', 'two', 'three'],
      transitions: runs[0],
      guardResults: [],
      cases: ['a: pressed', 'b: pressed'],
      pairs: ['(machine).one · a → (machine).two · b'],
    });
    expect(plan(letters, { criteria: ['states'], beside: [others] }).paths).toEqual([]);
    const { paths } = plan(letters, { criteria: ['transitions', 'cases'], beside: [others] });
    expect(paths.flat().map(({ step }) => stepName(step))).toContain('d: pressed');
  });

  test('a run that does what is no case is followed again where a step fits', () => {
    const { transitions, states } = coverageOfTransitions(letters, 'others', [
      ['elsewhere', ...taken('three · d', 'one · a')],
    ]);
    expect(transitions).toHaveLength(3);
    expect(states).toEqual(['one', 'two']);
  });
});

describe('of a door', () => {
  const door = flowOfMachine(
    setup({
      actors: { lamp: fromPromise(() => Promise.resolve(null)) },
      guards: { isWeak: () => false, isHeavy: ({ event }) => event.type === 'opened' },
    }).createMachine({
      id: 'door',
      initial: 'closed',
      states: {
        closed: {
          on: {
            opened: { guard: 'isHeavy', target: 'creaking' },
            kicked: { guard: 'isWeak', target: 'broken' },
          },
        },
        creaking: { always: 'open' },
        open: { invoke: { id: 'lamp', src: 'lamp', onDone: 'lit' }, after: { 500: 'closed' } },
        lit: { on: { closed: 'closed' } },
        broken: {},
      },
    }),
    {
      events: {
        opened: { 'by hand': {} },
        closed: { 'by hand': {} },
        kicked: { hard: {} },
        knocked: { softly: {} },
      },
      outcomes: { lamp: { shines: { output: null } } },
    },
  );
  const graphOfDoor = explore(door);
  const path = existingPath({ flow: door }, 'opened: by hand', 'lamp: shines', 'closed: by hand');
  const [opening, shining, closing] = path;
  if (!opening || !shining || !closing) throw new Error('the path has three steps');

  const OPENED = 'door.closed · opened';
  const CREAKED = 'door.creaking · always';
  const SHONE = 'door.open · xstate.done.actor.lamp';
  const CLOSED = 'door.lit · closed';
  const NEVER_WEAK =
    'its guard "isWeak" is false in the one state where it is asked; the nearest is "closed", at the start';
  const NEVER_BROKEN = `the only transition that leads there, "door.closed · kicked", is never taken: ${NEVER_WEAK}`;

  test('the coverage of a run is what was seen of its paths, once each', () => {
    expect(observedCoverage(graphOfDoor.flow, 'plan', [path, path])).toEqual({
      flow: 'door',
      level: 'plan',
      states: ['closed', 'open', 'lit', 'creaking'],
      transitions: [OPENED, CREAKED, SHONE, CLOSED],
      guardResults: [`${OPENED} ? true`],
      cases: ['opened: by hand', 'lamp: shines', 'closed: by hand'],
      pairs: [`${OPENED} → ${CREAKED}`, `${CREAKED} → ${SHONE}`, `${SHONE} → ${CLOSED}`],
    });
  });

  test('a step with missing transitions proves no case and covers no unseen state', () => {
    const run = observedCoverage(graphOfDoor.flow, 'browser', [
      [
        { edge: opening, taken: [CREAKED], isStateSeen: false },
        { edge: shining, taken: [SHONE], isStateSeen: true },
        { edge: closing, taken: [CLOSED], isStateSeen: false },
      ],
    ]);
    expect(run).toEqual({
      flow: 'door',
      level: 'browser',
      states: ['closed', 'lit'],
      transitions: [CREAKED, SHONE, CLOSED],
      guardResults: [],
      cases: ['lamp: shines', 'closed: by hand'],
      pairs: [`${CREAKED} → ${SHONE}`, `${SHONE} → ${CLOSED}`],
    });
  });

  const run = observedCoverage(graphOfDoor.flow, 'machines', [path.slice(0, 2)]);
  const otherRun = { ...observedCoverage(graphOfDoor.flow, 'plan', [path]), flow: 'window' };
  const again = observedCoverage(graphOfDoor.flow, 'machines', [path.slice(0, 1)]);
  const coverage = coverageOf(graphOfDoor, [run, otherRun, again]);
  const covered = { status: 'covered', levels: ['machines'] };
  const uncovered = { status: 'uncovered', levels: [] };
  const unreachable = (reason: string) => ({ status: 'unreachable', levels: [], reason });

  test('every part of a flow is a coverage item, with levels or a reason', () => {
    expect(coverage.flow).toBe('door');
    expect(coverage.items).toEqual([
      { kind: 'state', id: 'closed', ...covered },
      { kind: 'state', id: 'open', ...covered },
      { kind: 'state', id: 'lit', ...covered },
      { kind: 'state', id: 'creaking', ...covered },
      { kind: 'state', id: 'door.broken', ...unreachable(NEVER_BROKEN) },
      { kind: 'transition', id: OPENED, ...covered },
      { kind: 'transition', id: 'door.closed · kicked', ...unreachable(NEVER_WEAK) },
      { kind: 'transition', id: CREAKED, ...covered },
      { kind: 'transition', id: SHONE, ...covered },
      { kind: 'transition', id: 'door.open · xstate.after.500.door.open', ...uncovered },
      { kind: 'transition', id: CLOSED, ...uncovered },
      { kind: 'guard', id: `${OPENED} ? true`, ...covered },
      {
        kind: 'guard',
        id: `${OPENED} ? false`,
        ...unreachable('the guard never has this result in any case'),
      },
      {
        kind: 'guard',
        id: 'door.closed · kicked ? true',
        ...unreachable('the guard never has this result in any case'),
      },
      { kind: 'guard', id: 'door.closed · kicked ? false', ...uncovered },
      { kind: 'case', id: 'opened: by hand', ...covered },
      { kind: 'case', id: 'kicked: hard', ...unreachable('"isWeak" refuses it wherever it can come') },
      { kind: 'case', id: 'closed: by hand', ...uncovered },
      { kind: 'case', id: 'knocked: softly', ...unreachable('it changes nothing in any state') },
      { kind: 'case', id: 'lamp: shines', ...covered },
      { kind: 'case', id: 'after 500', ...uncovered },
      { kind: 'pair', id: `${OPENED} → ${CREAKED}`, ...covered },
      { kind: 'pair', id: `${CREAKED} → ${SHONE}`, ...covered },
      { kind: 'pair', id: `${CREAKED} → door.open · xstate.after.500.door.open`, ...uncovered },
      { kind: 'pair', id: `${SHONE} → ${CLOSED}`, ...uncovered },
      { kind: 'pair', id: `door.open · xstate.after.500.door.open → ${OPENED}`, ...uncovered },
      { kind: 'pair', id: `${CLOSED} → ${OPENED}`, ...uncovered },
    ]);
  });

  test('coverage as text has the totals, then what is not covered except pairs', () => {
    expect(coverage.asText().split('\n')).toEqual([
      'door: 4 of 5 states, 3 of 6 transitions, 1 of 4 guards, 2 of 6 cases, 2 of 6 pairs',
      `  unreachable state: door.broken (${NEVER_BROKEN})`,
      `  unreachable transition: door.closed · kicked (${NEVER_WEAK})`,
      '  uncovered transition: door.open · xstate.after.500.door.open',
      '  uncovered transition: door.lit · closed',
      '  unreachable guard: door.closed · opened ? false (the guard never has this result in any case)',
      '  unreachable guard: door.closed · kicked ? true (the guard never has this result in any case)',
      '  uncovered guard: door.closed · kicked ? false',
      '  unreachable case: kicked: hard ("isWeak" refuses it wherever it can come)',
      '  uncovered case: closed: by hand',
      '  unreachable case: knocked: softly (it changes nothing in any state)',
      '  uncovered case: after 500',
    ]);
  });

  test('coverage as JUnit has a test of every item, and an XML parser reads it', () => {
    const { DOMParser } = new Window();
    const xml = new DOMParser().parseFromString(coverageAsJUnit([coverage]), 'application/xml');
    const attributes = (selector: string, name: string) =>
      [...xml.querySelectorAll(selector)].map((element) => element.getAttribute(name));
    const of = (status: string) => coverage.items.filter((item) => item.status === status);
    expect(attributes('testcase', 'name')).toEqual(coverage.items.map(({ id }) => id));
    expect(attributes('testcase > failure', 'message')).toHaveLength(of('uncovered').length);
    expect(attributes('testcase > skipped', 'message')).toEqual(
      of('unreachable').map(({ reason }) => reason),
    );
    expect(attributes('testsuite', 'failures')).toEqual([String(of('uncovered').length)]);
  });

  test('coverage as Markdown has a table of every item', () => {
    const lines = coverage.asMarkdown().split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '### door',
      '',
      '| Kind | What | Status | Where |',
      '| --- | --- | --- | --- |',
      '| state | closed | covered | machines |',
    ]);
    expect(lines).toContain(
      '| case | kicked: hard | unreachable | "isWeak" refuses it wherever it can come |',
    );
    expect(lines).toHaveLength(4 + coverage.items.length);
  });
});
