import { describe, expect, test } from 'vitest';
import {
  coverageAsMarkdown,
  coverageAsText,
  coverageOf,
  coveredShare,
  plannedCoverage,
} from '../../../machines/paths/coverage.ts';
import { defaultCriteria, plan } from '../../../machines/paths/plan.ts';
import { flow, graph } from '../../support/flowFixture.ts';

describe('coverage', () => {
  const [first] = plan(graph, defaultCriteria);
  const half = coverageOf(flow, graph, [
    plannedCoverage(flow, graph, [first?.slice(0, 1) ?? []], 'machines'),
  ]);

  test('each item is covered, uncovered or unreachable', () => {
    expect(new Set(half.items.map(({ status }) => status))).toEqual(
      new Set(['covered', 'uncovered', 'unreachable']),
    );
    expect(coveredShare(half, 'state')).toEqual({ covered: 2, of: 4 });
  });

  test('runs of several levels are merged', () => {
    const paths = plan(graph, defaultCriteria);
    const merged = coverageOf(flow, graph, [
      plannedCoverage(flow, graph, paths, 'machines'),
      plannedCoverage(flow, graph, paths, 'browser'),
    ]);
    expect(coveredShare(merged, 'transition')).toEqual({ covered: 8, of: 8 });
    expect(merged.items[0]?.levels).toEqual(['machines', 'browser']);
  });

  test('as text and as Markdown', () => {
    expect(coverageAsText(half)).toMatch(
      /^shelf: 2 of 4 states, .*\n(.*\n)*.*unreachable transition: shelf\.full · burnt \(its guard/,
    );
    expect(coverageAsMarkdown(half)).toContain('| state | idle | covered | machines |');
  });
});
