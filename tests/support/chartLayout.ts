import ELK from 'elkjs/lib/elk.bundled.js';
import type { Layout, LayoutRequest } from '../../machines/chartViewport/chartViewport.types.ts';
import { graphOf, layoutOf } from '../../src/visualiser/chart/graph.ts';

const elk = new ELK({ algorithms: ['layered'] });

/** Lays a chart out as the visualiser does, without its worker. */
export async function layOutInProcess(request: LayoutRequest): Promise<Layout> {
  const { root, layoutOptions, reversed } = graphOf(request);
  return layoutOf(request.model, await elk.layout(root, { layoutOptions }), reversed);
}
