/** How a chart is arranged: what is drawn of it, with which texts and sizes, and where. */

export { drawnCharts, layOut, withLimit } from './arrange.ts';
export { labelLines, labelSize } from './content.ts';
export { graphOf, layoutOf } from './graph.ts';
export type { ArrangedChart, Box, Layout, Point } from './layout.types.ts';
