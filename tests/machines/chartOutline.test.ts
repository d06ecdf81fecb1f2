import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { chartOf } from '../../machines/paths/chart.ts';
import { Outline } from '../../src/visualiser/chart/Outline.tsx';
import { itemsOf, keyAction, nameIn, remarksOf } from '../../src/visualiser/chart/outline.ts';
import { chartFixtureMachine } from '../support/chartFixture.ts';

const model = chartOf(chartFixtureMachine);
const items = itemsOf(model, []);

const item = (id: string, folded: string[] = []) => {
  const found = itemsOf(model, folded).find((each) => each.id === id);
  if (!found) throw new Error(`no line "${id}"`);
  return found;
};
const commandOf = (key: string, id: string, folded: string[] = []) => {
  const all = itemsOf(model, folded);
  const from = all.find((each) => each.id === id);
  const command = from && keyAction(key, all, from);
  return command && ('goTo' in command ? command.goTo.id : `fold ${command.fold}`);
};

describe('the outline', () => {
  test('has a line for every state and transition of the chart', () => {
    const ids = [...model.states, ...model.transitions].map(({ id }) => id);
    expect(items.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('has the levels of the chart, and transitions under their state', () => {
    expect(item('fixture').level).toBe(1);
    expect(item('fixture.work.left.first').level).toBe(4);
    expect(item('fixture.work.left.first · next')).toMatchObject({
      level: 5,
      parent: 'fixture.work.left.first',
    });
  });

  test('hides what is in a folded state, but not its own transitions', () => {
    const folded = itemsOf(model, ['fixture.work']).map(({ id }) => id);
    expect(folded).not.toContain('fixture.work.left');
    expect(folded).toContain('fixture.work · stopped');
    expect(item('fixture.work', ['fixture.work']).isOpen).toBe(false);
    expect(item('fixture.idle').isOpen).toBeUndefined();
    expect(item('fixture').isOpen).toBeUndefined();
  });

  test('is gone through with the keys of a tree', () => {
    expect(commandOf('ArrowDown', 'fixture')).toBe('fixture · reset');
    expect(commandOf('ArrowUp', 'fixture · reset')).toBe('fixture');
    expect(commandOf('ArrowUp', 'fixture')).toBeNull();
    expect(commandOf('Home', 'fixture.over')).toBe('fixture');
    expect(commandOf('End', 'fixture')).toBe('fixture.over');
    expect(commandOf('ArrowRight', 'fixture.work')).toBe('fixture.work · split');
    expect(commandOf('ArrowRight', 'fixture.work', ['fixture.work'])).toBe('fold fixture.work');
    expect(commandOf('ArrowLeft', 'fixture.work')).toBe('fold fixture.work');
    expect(commandOf('ArrowLeft', 'fixture.work', ['fixture.work'])).toBe('fixture');
    expect(commandOf('ArrowLeft', 'fixture.idle · again')).toBe('fixture.idle');
    expect(commandOf(' ', 'fixture.idle')).toBe('fixture.idle');
    expect(commandOf('x', 'fixture.idle')).toBeNull();
  });

  test('says of a state what the chart shows of it', () => {
    const about = { model, folded: [], onSelect: () => {}, onFold: () => {} };
    const idle = model.states.find(({ id }) => id === 'fixture.idle');
    const past = model.states.find(({ id }) => id === 'fixture.work.right.past');
    if (!idle || !past) throw new Error('no such state');
    const coverage = { 'fixture.idle': 'uncovered' } as const;
    expect(remarksOf(idle, { ...about, active: ['fixture.idle'], details: true, coverage })).toEqual([
      'active',
      'initial',
      'calm',
      'editable',
      'entry / note',
      'entry / forget',
      'exit / note',
      'uncovered',
    ]);
    expect(remarksOf(past, { ...about, active: [], details: false })).toEqual(['shallow history']);
  });

  test('says which answers of a guard were seen', () => {
    const id = 'fixture.idle · skipped';
    const coverage = {
      [id]: 'covered',
      [`${id} ? true`]: 'covered',
      [`${id} ? false`]: 'uncovered',
    } as const;
    const about = { model, active: [], folded: [], details: false, onSelect: () => {}, onFold: () => {} };
    const text = renderToStaticMarkup(createElement(Outline, { ...about, coverage })).replaceAll(
      /<[^>]*>/g,
      '',
    );
    expect(text).toContain('→ work.left.second covered [yes: covered] [no: uncovered]');
    expect(text.match(/\[yes: /g)).toHaveLength(1);
  });

  test('names states within their machine', () => {
    expect(nameIn(model, 'fixture.work.left')).toBe('work.left');
    expect(nameIn(model, 'fixture')).toBe('fixture');
  });
});
