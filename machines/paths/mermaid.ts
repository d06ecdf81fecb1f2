import type { ChartModel } from './chart.ts';

export function toMermaid(_model: ChartModel): string {
  return '';
}
