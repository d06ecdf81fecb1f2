import { expect, test } from 'vitest';
import { chartProblems } from '../../statecharts/checkChart.ts';
import { conformanceCharts } from '../../statecharts/corpus/conformance/index.ts';

test.each(conformanceCharts)('$name', (chart) => {
  expect(chartProblems(chart)).toEqual([]);
});
