import { describe, expect, test } from 'vitest';
import { asMarkdown, asText, coverageOf, plannedRun, share } from '../../../machines/paths/coverage.ts';
import { plan, usual } from '../../../machines/paths/plan.ts';
import { flow, graph } from '../../support/shelf.ts';

describe('coverage', () => {
  const [first] = plan(graph, usual);
  const half = coverageOf(flow, graph, [plannedRun(flow, graph, [first?.slice(0, 1) ?? []], 'machines')]);

  test('each item is covered, uncovered or unreachable', () => {
    expect(new Set(half.items.map(({ status }) => status))).toEqual(
      new Set(['covered', 'uncovered', 'unreachable']),
    );
    expect(share(half, 'state')).toEqual({ covered: 2, of: 4 });
  });

  test('runs of several levels are merged', () => {
    const paths = plan(graph, usual);
    const merged = coverageOf(flow, graph, [
      plannedRun(flow, graph, paths, 'machines'),
      plannedRun(flow, graph, paths, 'browser'),
    ]);
    expect(share(merged, 'transition')).toEqual({ covered: 7, of: 7 });
    expect(merged.items[0]?.levels).toEqual(['machines', 'browser']);
  });

  test('as text and as Markdown', () => {
    expect(asText(half)).toMatch(
      /^shelf: 2 of 4 states, .*\n(.*\n)*.*unreachable transition: shelf\.full · burnt \(its guard/,
    );
    expect(asMarkdown(half)).toContain('| state | idle | covered | machines |');
  });
});
