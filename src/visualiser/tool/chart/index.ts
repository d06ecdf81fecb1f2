export type { ChartModel } from '../../../../machines/paths/index.ts';
export { chartOf, toMermaid } from '../../../../machines/paths/index.ts';
export { activeStateIds } from './activeStateIds.ts';
export { Chart } from './Chart.tsx';
export { exportPng, exportSvg, standaloneStyles } from './export.tsx';
export { guardResultId } from './guardResults.ts';
export { Outline } from './Outline.tsx';
export { preparedLayouts } from './preparedLayouts.ts';
export type { ChartProps, CoverageStatus, DrawnPicture, ExportOptions, ItemStatus } from './types.ts';
