import type { Chart } from '../chart.ts';
import { conformanceCharts } from './conformance/index.ts';

/** Every machine of the corpus. */
export const allCharts: readonly Chart[] = [...conformanceCharts];
