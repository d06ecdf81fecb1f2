import type { ChartModel } from '../../../../machines/paths/index.ts';
import { fitView } from '../../../../machines/visualiser/chartViewport/chartViewport.rules.ts';
import type {
  Arrangement,
  Direction,
  Layout,
  LayoutRequest,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { childrenOf } from './content.ts';
import type { ArrangedChart } from './graph.types.ts';

/** The number of transitions from which a chart is also laid out in rows; a smaller one fits without. */
const MANY = 25;
/** The number of transitions above which it is not, because the layouts would take too long. */
const TOO_MANY = 100;
/** The ratios of width to height of the viewports for which layouts are kept. */
const RATIOS = [0.6, 0.8, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const AREA = 800_000;

/** Returns the arrangements of a chart that are compared, the simplest first. */
export function arrangementsOf(model: ChartModel, direction: Direction | null): Arrangement[] {
  const [outermost] = model.states;
  const { length } = model.transitions;
  const inRows =
    outermost && length > MANY && length <= TOO_MANY ? childrenOf(model, outermost.id).slice(1) : [];
  const all: Arrangement[] = [
    { direction: 'down', breaks: [] },
    { direction: 'right', breaks: [] },
    ...inRows.map(({ id }): Arrangement => ({ direction: 'right', breaks: [id] })),
  ];
  return direction === null ? all : all.filter((each) => each.direction === direction);
}

/** Returns the layouts that fit some viewport best. */
function bestLayouts(layouts: readonly Layout[]): Layout[] {
  const best = RATIOS.map((ratio) => {
    const room = { width: Math.sqrt(AREA * ratio), height: Math.sqrt(AREA / ratio) };
    const scales = layouts.map((layout) => fitView(layout, room).scale);
    return layouts[scales.indexOf(Math.max(...scales))];
  });
  return layouts.filter((layout) => layout.arrangement.breaks.length === 0 || best.includes(layout));
}

/** Lays a chart out in the requested arrangement, or in those of `candidates` that fit some viewport best. */
export async function layoutsOf(
  { direction, arrangement, ...chart }: LayoutRequest,
  layOut: (chart: ArrangedChart) => Promise<Layout>,
  candidates = arrangementsOf(chart.model, direction),
): Promise<Layout[]> {
  const requested = arrangement ? [arrangement] : candidates;
  const layouts: Layout[] = [];
  // One after the other: there is one worker.
  for (const each of requested) layouts.push(await layOut({ ...chart, arrangement: each }));
  return bestLayouts(layouts);
}
