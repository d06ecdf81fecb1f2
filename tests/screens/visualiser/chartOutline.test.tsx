import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartOf } from '../../../machines/paths/chart.ts';
import { Outline } from '../../../src/visualiser/chart/Outline.tsx';
import type { ChartProps } from '../../../src/visualiser/chart/types.ts';
import { chartFixtureMachine } from '../../support/chartFixture.ts';

/** The outline of a chart on the screen: what each line says, and what keys and clicks do. */

const model = chartOf(chartFixtureMachine);
const [onSelect, onFold] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()];

beforeEach(() => {
  onSelect.mockReset();
  onFold.mockReset();
});

afterEach(cleanup);

const show = (props: Partial<ChartProps> = {}) =>
  render(<Outline {...{ model, active: [], folded: [], details: false, onSelect, onFold }} {...props} />);

function line(id: string): HTMLElement {
  const found = screen.getAllByRole('treeitem').find(({ dataset }) => dataset.outline === id);
  if (!found) throw new Error(`There is no line "${id}".`);
  return found;
}

test('the outline is a tree with a line for each state and transition', () => {
  show();
  const tree = screen.getByRole('tree', { name: 'Outline of fixture' });
  expect(tree).toHaveClass('outline');
  const first = line('fixture.idle · started');
  expect(first).toHaveAttribute('id', 'outline-fixture-fixture.idle_·_started');
  expect(first).toHaveAttribute('aria-level', '3');
  expect(first).toHaveClass('outline-item');
  expect(screen.getAllByRole('treeitem')).toHaveLength(model.states.length + model.transitions.length);
});

test.each<[string, string, Partial<ChartProps>]>([
  ['fixture', 'fixture', {}],
  ['fixture.idle', 'idle initial calm editable Waits for somebody.', {}],
  ['fixture.idle', 'idle active initial calm editable Waits for somebody.', { active: ['fixture.idle'] }],
  ['fixture.over', 'over final uncovered', { coverage: { 'fixture.over': 'uncovered' } }],
  [
    'fixture.idle',
    'idle initial calm editable entry / note entry / forget exit / note Waits for somebody.',
    { details: true },
  ],
  ['fixture.idle · started', 'started → work', {}],
  ['fixture.idle · started', 'started → work just taken', { taken: 'fixture.idle · started' }],
  ['fixture.idle · started', 'started → work removed', { coverage: { 'fixture.idle · started': 'removed' } }],
  ['fixture.idle · counted', 'counted / note', {}],
  ['fixture.work · split', 'split → work.left.second and work.right.closed', {}],
  [
    'fixture.idle · skipped',
    'skipped [isReady] / note, forget → work.left.second [yes: covered] [no: uncovered]',
    {
      coverage: {
        'fixture.idle · skipped ? true': 'covered',
        'fixture.idle · skipped ? false': 'uncovered',
      },
    },
  ],
])('the line of %s says "%s"', (id, text, props) => {
  show(props);
  expect(line(id).textContent).toBe(text);
});

test('what is said of a state or transition has a class of its own', () => {
  show({
    active: ['fixture.fetching'],
    coverage: { 'fixture.idle · skipped ? true': 'covered' },
    taken: 'fixture.idle · again',
  });
  const namesIn = (id: string) => [...line(id).querySelectorAll('span')].map(({ className }) => className);
  expect(namesIn('fixture.fetching')).toEqual([
    'outline-name',
    'outline-remark is-active',
    'outline-remark is-invoke-first-fetch',
  ]);
  expect(namesIn('fixture.idle').at(-1)).toBe('outline-description');
  expect(namesIn('fixture.idle · again')).toEqual(['outline-label', 'outline-remark is-just-taken']);
  expect(namesIn('fixture.idle · skipped')).toEqual(['outline-label', 'outline-remark is-covered']);
});

test('the active states and the transition just taken are the current ones', () => {
  show({ active: ['fixture', 'fixture.idle'], taken: 'fixture.idle · again' });
  const current = screen.getAllByRole('treeitem', { current: true });
  expect(current.map(({ dataset }) => dataset.outline)).toEqual([
    'fixture',
    'fixture.idle',
    'fixture.idle · again',
  ]);
  expect(line('fixture.over')).not.toHaveAttribute('aria-current');
});

test.each([
  ['the selected line', 'fixture.idle', 'fixture.idle', true],
  ['the first one where nothing is selected', undefined, 'fixture', false],
  ['the first one where the selected one is folded away', 'fixture.work.left', 'fixture', false],
])('the keyboard reaches %s', (_, selected, reached, isSelected) => {
  show({ selected, folded: ['fixture.work'] });
  const reachable = screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable.map(({ dataset }) => dataset.outline)).toEqual([reached]);
  expect(line(reached)).toHaveAttribute('aria-selected', String(isSelected));
  expect(line('fixture.over').tabIndex).toBe(-1);
  expect(line('fixture.over')).toHaveAttribute('aria-selected', 'false');
});

test('a state with children can be folded', () => {
  show({ folded: ['fixture.work.left'] });
  expect(line('fixture.work')).toHaveAttribute('aria-expanded', 'true');
  expect(line('fixture.work.left')).toHaveAttribute('aria-expanded', 'false');
  expect(line('fixture.idle')).not.toHaveAttribute('aria-expanded');
});

test('a click goes to a line; one on a selected state that can be folded folds it', () => {
  show({ selected: 'fixture.work' });
  fireEvent.click(line('fixture.idle'));
  expect(onSelect.mock.calls).toEqual([['fixture.idle']]);
  expect(line('fixture.idle')).toHaveFocus();
  fireEvent.click(line('fixture.work'));
  expect(onFold.mock.calls).toEqual([['fixture.work']]);
  expect(onSelect).toHaveBeenCalledTimes(1);
  fireEvent.click(line('fixture.work.left'));
  expect(onSelect).toHaveBeenLastCalledWith('fixture.work.left');
});

test('a click on a selected line that cannot be folded goes to it', () => {
  show({ selected: 'fixture.idle · again' });
  fireEvent.click(line('fixture.idle · again'));
  expect(onSelect.mock.calls).toEqual([['fixture.idle · again']]);
  expect(line('fixture.idle · again')).toHaveFocus();
  expect(onFold).not.toHaveBeenCalled();
});

test('keys go from line to line and fold states; others are left alone', () => {
  show();
  const isHandled = (id: string, key: string, modifier = {}) =>
    !fireEvent.keyDown(line(id), { key, ...modifier });
  expect(isHandled('fixture.idle', 'ArrowDown')).toBe(true);
  expect(onSelect.mock.calls).toEqual([['fixture.idle · started']]);
  expect(line('fixture.idle · started')).toHaveFocus();
  expect(isHandled('fixture.work', 'ArrowLeft')).toBe(true);
  expect(onFold.mock.calls).toEqual([['fixture.work']]);
  expect(isHandled('fixture.idle', 'x')).toBe(false);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(isHandled('fixture.idle', 'ArrowDown', { [modifier]: true }), modifier).toBe(false);
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(onFold).toHaveBeenCalledTimes(1);
});
