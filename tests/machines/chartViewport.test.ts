import { describe, expect, test } from 'vitest';
import { chartViewportCases } from '../../machines/chartViewport/chartViewport.cases.ts';
import { chartViewportFlow } from '../../machines/chartViewport/chartViewport.flow.ts';
import {
  boxOf,
  clampedMove,
  fitView,
  foldedAncestorsOf,
  initialView,
  isFullyVisible,
  matchesOf,
} from '../../machines/chartViewport/chartViewport.rules.ts';
import type { DrawnChart } from '../../machines/chartViewport/chartViewport.types.ts';
import { assertNoProblems, flowProblems } from '../support/flowProblems.ts';
import { defineJourneyTests, definePathTests } from './flowTests.ts';

describe('chartViewport', () => {
  test('is complete', () => {
    assertNoProblems(flowProblems(chartViewportFlow));
  });
  definePathTests(chartViewportFlow);
  defineJourneyTests(chartViewportFlow);
});

const { model } = chartViewportCases.input;
const [layout] = chartViewportCases.outcomes.layOut['laid out'].output;
if (!layout) throw new Error('nothing is laid out');
const drawn: DrawnChart = { model, folded: [], details: false, layout };
const large: DrawnChart = { ...drawn, layout: { ...layout, width: 4_000, height: 3_000 } };
const room = { width: 800, height: 600 };

describe('the first view', () => {
  test('is the whole chart where that can be read', () => {
    expect(initialView(drawn, room, 'lamp.off')).toEqual(fitView(layout, room));
  });

  test('else begins at the border, with the first state in sight', () => {
    const view = initialView(large, room, 'lamp.off');
    expect(view).toEqual({ scale: 0.7, x: 4, y: 4 });
    expect(isFullyVisible(large, 'lamp.off', view, room)).toBe(true);
  });

  test('has the folded state in sight that hides the first one', () => {
    const { 'lamp.on.bright': _, ...states } = large.layout.states;
    const folded = { ...large, folded: ['lamp.on'], layout: { ...large.layout, states } };
    expect(initialView(folded, room, 'lamp.on.bright').scale).toBe(0.7);
  });
});

test('a chart cannot be moved out of sight', () => {
  const view = { x: 0, y: 0, scale: 1 };
  expect(clampedMove(view, { x: 9_999, y: 9_999 }, layout, room)).toEqual({ x: 740, y: 540, scale: 1 });
  expect(clampedMove(view, { x: -9_999, y: -9_999 }, layout, room)).toEqual({ x: -340, y: -240, scale: 1 });
});

test('a search looks at names, descriptions, events, guards and actions, whatever their case', () => {
  const [state] = model.states;
  const [transition] = model.transitions;
  if (!state || !transition) throw new Error('the chart is empty');
  const searchedModel = {
    ...model,
    states: [
      ...model.states,
      { ...state, id: 'lamp.cold', key: 'cold', parent: 'lamp', description: 'No Light.' },
    ],
    transitions: [{ ...transition, guard: 'hasPower', actions: ['count'] }],
  };
  expect(matchesOf(searchedModel, 'light')).toEqual(['lamp.cold']);
  for (const query of ['PRESSED', 'haspower', 'count'])
    expect(matchesOf(searchedModel, query)).toEqual(['lamp.off · pressed']);
  expect(matchesOf(searchedModel, '  ')).toEqual([]);
});

test('a transition without an arrow stands where its state does', () => {
  const silent: DrawnChart = { ...drawn, layout: { ...layout, arrows: [] } };
  expect(boxOf(silent, 'lamp.off · pressed')).toEqual(layout.states['lamp.off']);
});

test('what hides a state or transition is every folded state around it', () => {
  expect(foldedAncestorsOf(model, 'lamp.on.bright', ['lamp.on'])).toEqual(['lamp.on']);
  expect(foldedAncestorsOf(model, 'lamp.on', ['lamp.on'])).toEqual([]);
  expect(foldedAncestorsOf(model, 'lamp.off · pressed', ['lamp.off', 'lamp.on'])).toEqual(['lamp.off']);
});
