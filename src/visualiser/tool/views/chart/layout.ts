/** The layout of a chart: its drawn parts, their texts and sizes, and their places. */

export { drawnCharts, layOut, withLimit } from './arrange.ts';
export { labelLines, labelSize } from './content.ts';
export { graphOf, layoutOf } from './graph.ts';
export type { ArrangedChart, Box, Layout, Point } from './layout.types.ts';
