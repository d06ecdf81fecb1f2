import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { type ChartModel, chartOf } from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import type { Box, Layout, Point } from '../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import {
  type ArrangedChart,
  arrangementsOf,
  graphOf,
  labelLines,
  labelSize,
  layoutOf,
} from '../../../src/visualiser/tool/chart/layout.ts';
import { chartFixtureMachine } from '../../support/flowFixture.ts';
import { mayBeEmpty, nonEmpty } from '../../support/nonEmpty.ts';

const elk = new ELK({ algorithms: ['layered'] });

/** Lays a chart out as the visualiser does, without its worker. */
async function layOutInProcess(chart: ArrangedChart): Promise<Layout> {
  const { root, layoutOptions, reversed } = graphOf(chart);
  return layoutOf(chart, await elk.layout(root, { layoutOptions }), reversed);
}

const fixture = chartOf(chartFixtureMachine);

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const encloses = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const isOnBorder = ({ x, y, width, height }: Box, point: Point) => {
  const near = (one: number, other: number) => Math.abs(one - other) < 1;
  const isWithin = point.x > x - 1 && point.x < x + width + 1 && point.y > y - 1 && point.y < y + height + 1;
  return (
    isWithin &&
    (near(point.x, x) || near(point.x, x + width) || near(point.y, y) || near(point.y, y + height))
  );
};

const pairs = <Item>(items: readonly Item[]) =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));

const parentOf = ({ states }: ChartModel, id: string) =>
  states.find((state) => state.id === id)?.parent ?? null;

const leavesOf = (model: ChartModel, { states }: Layout) =>
  Object.keys(states).filter((id) => !Object.keys(states).some((other) => parentOf(model, other) === id));

/** Returns the state at the end of a transition's arrow: its own, or the folded state that hides it. */
const drawnEnd = (model: ChartModel, layout: Layout, id: string): string =>
  id in layout.states ? id : drawnEnd(model, layout, parentOf(model, id) ?? '');

const drawn = (model: ChartModel, folded: string[], details: boolean) =>
  arrangementsOf(model, null).map((arrangement) => ({
    title: [
      model.id,
      arrangement.direction,
      ...arrangement.breaks.map((id) => `a row from ${id}`),
      ...(details ? ['in detail'] : []),
      ...folded,
    ].join(', '),
    request: { model, folded, details, arrangement },
  }));

const charts = [
  ...catalogue.flatMap(({ machine }) =>
    [false, true].flatMap((details) => drawn(chartOf(machine), [], details)),
  ),
  ...drawn(fixture, [], true),
  ...drawn(fixture, ['fixture.work.left', 'fixture.work.right'], false),
  ...drawn(
    chartOf(registrationFlow.machine),
    ['registration.editing', 'registration.paying.formShown'],
    false,
  ),
];

describe.each(charts)('the layout of $title', ({ request }) => {
  const { model, folded, details } = request;
  const layout = layOutInProcess(request);

  test('has every state that is not folded away, in its parent and beside its siblings', async () => {
    const { states } = await layout;
    const isHidden = (id: string): boolean => {
      const parent = parentOf(model, id);
      return parent !== null && (folded.includes(parent) || isHidden(parent));
    };
    expect(Object.keys(states).sort()).toEqual(
      model.states
        .map(({ id }) => id)
        .filter((id) => !isHidden(id))
        .sort(),
    );
    const outside = nonEmpty(Object.entries(states)).filter(([id, box]) => {
      const parent = states[parentOf(model, id) ?? ''];
      return parent && !encloses(parent, box);
    });
    expect(outside, 'states outside their parents').toEqual([]);
    const siblings = pairs(Object.keys(states)).filter(
      ([one, other]) => parentOf(model, one) === parentOf(model, other),
    );
    for (const [one, other] of nonEmpty(siblings)) {
      const [box, sibling] = [states[one], states[other]];
      expect(box && sibling && overlap(box, sibling), `${one} and ${other} overlap`).toBe(false);
    }
  });

  test('has a label for every arrow, wide enough, that lies on no other label and on no leaf', async () => {
    const drawn = await layout;
    const labels = drawn.arrows.flatMap(({ edgeId, label }) => (label ? [{ edgeId, label }] : []));
    for (const { edgeId, label } of nonEmpty(labels)) {
      const transition = model.transitions.find(({ id }) => id === edgeId);
      const size = transition && labelSize(labelLines(transition, details));
      expect({ width: label.width, height: label.height }, edgeId).toEqual(size);
    }
    const collisions = pairs(labels).filter(([one, other]) => overlap(one.label, other.label));
    expect(collisions.map(([one, other]) => `${one.edgeId} and ${other.edgeId}`)).toEqual([]);
    const covered = leavesOf(model, drawn).flatMap((leaf) =>
      labels
        .filter(({ label }) => overlap(label, drawn.states[leaf] ?? label))
        .map(({ edgeId }) => `${edgeId} on ${leaf}`),
    );
    expect(covered).toEqual([]);
  });

  test('draws every transition from its state to its target, around the states between them', async () => {
    const drawn = await layout;
    for (const transition of nonEmpty(model.transitions)) {
      const arrows = drawn.arrows.filter(({ edgeId }) => edgeId === transition.id);
      const from = drawnEnd(model, drawn, transition.source);
      const ends = transition.targets.map((target) => drawnEnd(model, drawn, target));
      const isSelf = transition.targets.includes(transition.source);
      const isWithin = folded.includes(from) && ends.every((end) => end === from) && !isSelf;
      expect(arrows.length, transition.id).toBe(isWithin ? 0 : ends.length);
      for (const [index, { points }] of mayBeEmpty(arrows.entries())) {
        const [start, end] = [points[0], points.at(-1)];
        const [source, target] = [drawn.states[from], drawn.states[ends[index] ?? '']];
        if (!start || !end || !source || !target) throw new Error(`${transition.id} has no ends`);
        expect(isOnBorder(source, start), `${transition.id} starts at ${from}`).toBe(true);
        expect(isOnBorder(target, end), `${transition.id} ends at ${ends[index]}`).toBe(true);
      }
    }
  });

  test('draws no line through a leaf', async () => {
    const drawn = await layout;
    const leaves = leavesOf(model, drawn).flatMap((id) => {
      const box = drawn.states[id];
      return box ? [{ id, x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 }] : [];
    });
    const through = drawn.arrows.flatMap(({ edgeId, points }) =>
      points.slice(1).flatMap((point, index) => {
        const before = points[index] ?? point;
        const line: Box = {
          x: Math.min(point.x, before.x),
          y: Math.min(point.y, before.y),
          width: Math.abs(point.x - before.x),
          height: Math.abs(point.y - before.y),
        };
        return leaves.filter((leaf) => overlap(leaf, line)).map(({ id }) => `${edgeId} through ${id}`);
      }),
    );
    expect(through).toEqual([]);
  });
});

test('a chart is laid out the same way each time', async () => {
  const request = {
    model: fixture,
    folded: ['fixture.work.left'],
    details: true,
    arrangement: { direction: 'right' as const, breaks: [] },
  };
  expect(await layOutInProcess(request)).toEqual(await layOutInProcess(request));
});

test('the initial state comes first', async () => {
  const { states } = await layOutInProcess({
    model: fixture,
    folded: [],
    details: false,
    arrangement: { direction: 'down', breaks: [] },
  });
  const tops = ['fixture.fetching', 'fixture.work', 'fixture.paused', 'fixture.over'].map(
    (id) => states[id]?.y ?? 0,
  );
  expect(states['fixture.idle']?.y).toBeLessThan(Math.min(...tops));
});
