export type { ChartModel } from '../../../machines/paths/chart.ts';
export { chartOf } from '../../../machines/paths/chart.ts';
export { toMermaid } from '../../../machines/paths/mermaid.ts';
export { Chart } from './Chart.tsx';
export { exportPng, exportSvg, standaloneStyles } from './export.tsx';
export { Outline } from './Outline.tsx';
export { preparedLayouts } from './preparedLayouts.ts';
export type { ChartProps, CoverageStatus, DrawnPicture, ExportOptions, ItemStatus } from './types.ts';
