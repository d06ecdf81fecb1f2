/** How a chart is arranged: what is drawn of it, with which texts and sizes, and where. */
export { arrangementsOf } from './arrangements.ts';
export { labelLines, labelSize } from './content.ts';
export { graphOf, layoutOf } from './graph.ts';
export type { ArrangedChart } from './graph.types.ts';
