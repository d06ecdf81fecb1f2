import ELK from 'elkjs/lib/elk.bundled.js';
import type { Layout } from '../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { type ArrangedChart, graphOf, layoutOf } from '../../src/visualiser/tool/chart/layout.ts';

const elk = new ELK({ algorithms: ['layered'] });

/** Lays a chart out as the visualiser does, without its worker. */
export async function layOutInProcess(chart: ArrangedChart): Promise<Layout> {
  const { root, layoutOptions, reversed } = graphOf(chart);
  return layoutOf(chart, await elk.layout(root, { layoutOptions }), reversed);
}
