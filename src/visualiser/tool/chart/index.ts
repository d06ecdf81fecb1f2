export type { ChartModel } from '../../../../machines/paths/index.ts';
export { activeStateIds } from './activeStateIds.ts';
export { Chart } from './Chart.tsx';
export { guardResultId } from './guardResults.ts';
export { Outline } from './Outline.tsx';
export type { ChartProps, CoverageStatus, ItemStatus } from './types.ts';
