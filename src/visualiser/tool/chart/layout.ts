/** How a chart is arranged: what is drawn of it, with which texts and sizes, and where. */

export { drawnCharts } from './arrange.ts';
export { labelLines, labelSize } from './content.ts';
export { graphOf, layoutOf } from './graph.ts';
export { type ArrangedChart, type Box, DETAILS, type Layout, type Point } from './layout.types.ts';
