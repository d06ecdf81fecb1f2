import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { chartOf } from '../../machines/paths/chart.ts';
import { Outline } from '../../src/visualiser/chart/Outline.tsx';
import { itemsOf, keyDeed, nameIn, remarksOf } from '../../src/visualiser/chart/outline.ts';
import { zooMachine } from '../support/zoo.ts';

const model = chartOf(zooMachine);
const items = itemsOf(model, []);

const item = (id: string, folded: string[] = []) => {
  const found = itemsOf(model, folded).find((each) => each.id === id);
  if (!found) throw new Error(`no line "${id}"`);
  return found;
};
const deedOf = (key: string, id: string, folded: string[] = []) => {
  const all = itemsOf(model, folded);
  const from = all.find((each) => each.id === id);
  const deed = from && keyDeed(key, all, from);
  return deed && ('goTo' in deed ? deed.goTo.id : `fold ${deed.fold}`);
};

describe('the outline', () => {
  test('has a line for every state and transition of the chart', () => {
    const ids = [...model.states, ...model.transitions].map(({ id }) => id);
    expect(items.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('has the levels of the chart, and transitions under their state', () => {
    expect(item('zoo').level).toBe(1);
    expect(item('zoo.work.left.first').level).toBe(4);
    expect(item('zoo.work.left.first · next')).toMatchObject({ level: 5, parent: 'zoo.work.left.first' });
  });

  test('hides what is in a folded state, but not its own transitions', () => {
    const folded = itemsOf(model, ['zoo.work']).map(({ id }) => id);
    expect(folded).not.toContain('zoo.work.left');
    expect(folded).toContain('zoo.work · stopped');
    expect(item('zoo.work', ['zoo.work']).isOpen).toBe(false);
    expect(item('zoo.idle').isOpen).toBeUndefined();
    expect(item('zoo').isOpen).toBeUndefined();
  });

  test('is gone through with the keys of a tree', () => {
    expect(deedOf('ArrowDown', 'zoo')).toBe('zoo · reset');
    expect(deedOf('ArrowUp', 'zoo · reset')).toBe('zoo');
    expect(deedOf('ArrowUp', 'zoo')).toBeNull();
    expect(deedOf('Home', 'zoo.over')).toBe('zoo');
    expect(deedOf('End', 'zoo')).toBe('zoo.over');
    expect(deedOf('ArrowRight', 'zoo.work')).toBe('zoo.work · split');
    expect(deedOf('ArrowRight', 'zoo.work', ['zoo.work'])).toBe('fold zoo.work');
    expect(deedOf('ArrowLeft', 'zoo.work')).toBe('fold zoo.work');
    expect(deedOf('ArrowLeft', 'zoo.work', ['zoo.work'])).toBe('zoo');
    expect(deedOf('ArrowLeft', 'zoo.idle · again')).toBe('zoo.idle');
    expect(deedOf(' ', 'zoo.idle')).toBe('zoo.idle');
    expect(deedOf('x', 'zoo.idle')).toBeNull();
  });

  test('says of a state what the chart shows of it', () => {
    const about = { model, folded: [], onSelect: () => {}, onFold: () => {} };
    const idle = model.states.find(({ id }) => id === 'zoo.idle');
    const past = model.states.find(({ id }) => id === 'zoo.work.right.past');
    if (!idle || !past) throw new Error('no such state');
    const marks = { 'zoo.idle': 'uncovered' } as const;
    expect(remarksOf(idle, { ...about, active: ['zoo.idle'], details: true, marks })).toEqual([
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
    const text = renderToStaticMarkup(createElement(Outline, { ...about, marks })).replaceAll(/<[^>]*>/g, '');
    expect(text).toContain('→ work.left.second covered [yes: covered] [no: uncovered]');
    expect(text.match(/\[yes: /g)).toHaveLength(1);
  });

  test('names states within their machine', () => {
    expect(nameIn(model, 'zoo.work.left')).toBe('work.left');
    expect(nameIn(model, 'zoo')).toBe('zoo');
  });
});
