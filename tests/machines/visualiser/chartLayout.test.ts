import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { type ChartModel, chartOf } from '../../../machines/paths/index.ts';
import {
  type ArrangedChart,
  type Box,
  drawnCharts,
  graphOf,
  type Layout,
  labelLines,
  labelSize,
  layOut,
  layoutOf,
  type Point,
  withLimit,
} from '../../../src/visualiser/tool/views/chart/layout.ts';
import { chartFixtureMachine } from '../../support/flowFixture.ts';
import { isMore } from '../../support/more.ts';
import { mayBeEmpty, nonEmpty } from '../../support/nonEmpty.ts';

const elk = new ELK({ algorithms: ['layered'] });

/** Lays a chart out as the visualiser does, without its worker. */
async function layOutInProcess(chart: ArrangedChart): Promise<Layout> {
  const graph = graphOf(chart);
  return layoutOf(chart, graph, await elk.layout(graph.root, { layoutOptions: graph.layoutOptions }));
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

/** The state at the end of a transition's arrow: its own, or the folded state that hides it. */
const drawnEnd = (model: ChartModel, layout: Layout, id: string): string =>
  id in layout.states ? id : drawnEnd(model, layout, parentOf(model, id) ?? '');

/** Whether a state is another one, or around it. */
const isAround = (outer: string, id: string) => outer === id || id.startsWith(`${outer}.`);

/** The ways in which a chart is laid out. */
const everyWay = [
  { hasActions: false, direction: 'right' },
  { hasActions: true, direction: 'down' },
  { hasActions: false, direction: 'down' },
  { hasActions: true, direction: 'right' },
] as const;

const arranged =
  (ways: readonly (typeof everyWay)[number][]) => (drawn: Omit<ArrangedChart, 'direction' | 'hasActions'>) =>
    ways.map(({ hasActions, direction }) => ({
      title: [
        drawn.model.id,
        direction,
        ...(hasActions ? ['with actions'] : []),
        ...(drawn.isExact ? ['whole'] : drawn.folded.map((id) => `without ${id}`)),
      ].join(', '),
      request: { ...drawn, direction, hasActions },
    }));

const charts = [
  ...catalogue
    .flatMap(({ machine }) => drawnCharts(chartOf(machine)))
    .flatMap(arranged(isMore ? everyWay : everyWay.slice(0, 2))),
  ...drawnCharts(fixture).flatMap(arranged(everyWay)),
];

describe.each(charts)('the layout of $title', ({ request }) => {
  const { model, folded, hasActions, isExact } = request;
  const layout = layOutInProcess(request);

  test('a layout has every unfolded state, in its parent, beside its siblings', async () => {
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

  test('every arrow has a wide enough label that covers no other label or leaf', async () => {
    const drawn = await layout;
    const labels = drawn.arrows.flatMap(({ id, transitions, label }) =>
      label ? [{ id, transitions, label }] : [],
    );
    for (const { id, transitions, label } of nonEmpty(labels)) {
      const own = model.transitions.filter((transition) => transitions.includes(transition.id));
      const size = labelSize(labelLines(own, hasActions));
      expect({ width: label.width, height: label.height }, id).toEqual(size);
    }
    const collisions = pairs(labels).filter(([one, other]) => overlap(one.label, other.label));
    expect(collisions.map(([one, other]) => `${one.id} and ${other.id}`)).toEqual([]);
    const covered = leavesOf(model, drawn).flatMap((leaf) =>
      labels
        .filter(({ label }) => overlap(label, drawn.states[leaf] ?? label))
        .map(({ id }) => `${id} on ${leaf}`),
    );
    expect(covered).toEqual([]);
  });

  test('a layout draws every transition to each target, and no two arrows alike', async () => {
    const drawn = await layout;
    for (const transition of nonEmpty(model.transitions)) {
      const own = drawn.arrows.filter(({ transitions }) => transitions.includes(transition.id));
      const from = drawnEnd(model, drawn, transition.source);
      const ends = transition.targets.map((target) => drawnEnd(model, drawn, target));
      const isSelf = transition.targets.includes(transition.source);
      const isWithin = folded.includes(from) && ends.every((end) => end === from) && !isSelf;
      const arrows = own.map(({ source, target }) => `${source} to ${target}`);
      const exact = isWithin ? [] : [...new Set(ends.map((end) => `${from} to ${end}`))];
      expect(arrows.length > 0, transition.id).toBe(exact.length > 0);
      expect(isExact ? arrows : exact, transition.id).toEqual(exact);
      for (const { source, target } of mayBeEmpty(own)) {
        expect(isAround(source, from), `${transition.id} starts at ${source}`).toBe(true);
        expect(ends.some((end) => isAround(target, end))).toBe(true);
      }
    }
    for (const { id, source, target, transitions, points } of nonEmpty(drawn.arrows)) {
      const [start, end] = [points[0], points.at(-1)];
      const [from, to] = [drawn.states[source] ?? drawn.dots[source], drawn.states[target]];
      if (!start || !end || !from || !to) throw new Error(`${id} has no ends`);
      expect(transitions.length === 0 || isOnBorder(from, start), `${id} starts at ${source}`).toBe(true);
      expect(isOnBorder(to, end), `${id} ends at ${target}`).toBe(true);
    }
    const ends = drawn.arrows
      .filter(({ transitions }) => transitions.length > 0)
      .map(({ source, target }) => `${source} to ${target}`);
    expect(ends).toEqual([...new Set(ends)]);
  });

  test('a layout draws no line through a leaf', async () => {
    const drawn = await layout;
    const leaves = leavesOf(model, drawn).flatMap((id) => {
      const box = drawn.states[id];
      return box ? [{ id, x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 }] : [];
    });
    const through = drawn.arrows.flatMap(({ id: arrow, points }) =>
      points.slice(1).flatMap((point, index) => {
        const before = points[index] ?? point;
        const line: Box = {
          x: Math.min(point.x, before.x),
          y: Math.min(point.y, before.y),
          width: Math.abs(point.x - before.x),
          height: Math.abs(point.y - before.y),
        };
        return leaves.filter((leaf) => overlap(leaf, line)).map(({ id }) => `${arrow} through ${id}`);
      }),
    );
    expect(through).toEqual([]);
  });
});

test('a chart is laid out the same way each time', async () => {
  const request = {
    model: fixture,
    folded: ['fixture.work.left'],
    isExact: false,
    hasActions: true,
    direction: 'right' as const,
  };
  expect(await layOutInProcess(request)).toEqual(await layOutInProcess(request));
});

test('the initial state comes first', async () => {
  const { states } = await layOutInProcess({
    model: fixture,
    folded: [],
    isExact: true,
    hasActions: false,
    direction: 'down',
  });
  const tops = ['fixture.fetching', 'fixture.work', 'fixture.paused', 'fixture.over'].map(
    (id) => states[id]?.y ?? 0,
  );
  expect(states['fixture.idle']?.y).toBeLessThan(Math.min(...tops));
});

test('lays a chart out in a second way where the first takes too long', async () => {
  const terminated: string[] = [];
  const never = {
    layout: () => new Promise<never>(() => {}),
    terminateWorker: () => terminated.push('first'),
  };
  const quick = new ELK({ algorithms: ['layered'] });
  const workers = [
    never,
    { layout: quick.layout.bind(quick), terminateWorker: () => terminated.push('second') },
  ];
  const limited = withLimit(() => workers.shift() ?? never, 300);
  const layouts = await layOut(limited, { model: fixture, folded: [], isExact: true }, false);
  expect(layouts.map(({ states }) => Object.keys(states).length)).toEqual([
    fixture.states.length,
    fixture.states.length,
  ]);
  expect(terminated).toEqual(['first']);
});
