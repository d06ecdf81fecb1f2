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
    expect(item('zoo.work.left.first').level).toBe(4);
    expect(item('zoo.work.left.first · next')).toMatchObject({ level: 5, parent: 'zoo.work.left.first' });
  });

  test('hides what is in a folded state, but not its own transitions', () => {
    const folded = itemsOf(model, ['zoo.work']).map(({ id }) => id);
    expect(folded).not.toContain('zoo.work.left');
    expect(folded).toContain('zoo.work · stopped');
    expect(item('zoo.work', ['zoo.work']).isOpen).toBe(false);
    expect(item('zoo.idle').isOpen).toBeUndefined();
    expect(item('fixture').isOpen).toBeUndefined();
  });

  test('is gone through with the keys of a tree', () => {
    expect(commandOf('ArrowDown', 'fixture')).toBe('zoo · reset');
    expect(commandOf('ArrowUp', 'zoo · reset')).toBe('fixture');
    expect(commandOf('ArrowUp', 'fixture')).toBeNull();
    expect(commandOf('Home', 'zoo.over')).toBe('fixture');
    expect(commandOf('End', 'fixture')).toBe('zoo.over');
    expect(commandOf('ArrowRight', 'zoo.work')).toBe('zoo.work · split');
    expect(commandOf('ArrowRight', 'zoo.work', ['zoo.work'])).toBe('fold zoo.work');
    expect(commandOf('ArrowLeft', 'zoo.work')).toBe('fold zoo.work');
    expect(commandOf('ArrowLeft', 'zoo.work', ['zoo.work'])).toBe('fixture');
    expect(commandOf('ArrowLeft', 'zoo.idle · again')).toBe('zoo.idle');
    expect(commandOf(' ', 'zoo.idle')).toBe('zoo.idle');
    expect(commandOf('x', 'zoo.idle')).toBeNull();
  });

  test('says of a state what the chart shows of it', () => {
    const about = { model, folded: [], onSelect: () => {}, onFold: () => {} };
    const idle = model.states.find(({ id }) => id === 'zoo.idle');
    const past = model.states.find(({ id }) => id === 'zoo.work.right.past');
    if (!idle || !past) throw new Error('no such state');
    const marks = { 'zoo.idle': 'uncovered' } as const;
    expect(remarksOf(idle, { ...about, active: ['zoo.idle'], details: true, coverage: marks })).toEqual([
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
    const id = 'zoo.idle · skipped';
    const marks = { [id]: 'covered', [`${id} ? true`]: 'covered', [`${id} ? false`]: 'uncovered' } as const;
    const about = { model, active: [], folded: [], details: false, onSelect: () => {}, onFold: () => {} };
    const text = renderToStaticMarkup(createElement(Outline, { ...about, coverage: marks })).replaceAll(
      /<[^>]*>/g,
      '',
    );
    expect(text).toContain('→ work.left.second covered [yes: covered] [no: uncovered]');
    expect(text.match(/\[yes: /g)).toHaveLength(1);
  });

  test('names states within their machine', () => {
    expect(nameIn(model, 'zoo.work.left')).toBe('work.left');
    expect(nameIn(model, 'fixture')).toBe('fixture');
  });
});
