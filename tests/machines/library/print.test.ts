import { describe, expect, test } from 'vitest';
import { defaultCriteria, plan } from '../../../machines/paths/plan.ts';
import { printPaths } from '../../../machines/paths/print.ts';
import { flow, graph } from '../../support/flowFixture.ts';

describe('printing', () => {
  const paths = plan(graph, defaultCriteria);

  test('in plain words', () => {
    expect(printPaths(flow, graph, paths, 'text')).toMatch(
      /Given nothing has been asked for \[idle\]\n {2}When asked, by the visitor,\n {2}then \[loading\.onTime\]/,
    );
  });

  test('as data', () => {
    const data: unknown = JSON.parse(printPaths(flow, graph, paths, 'json'));
    expect(data).toMatchObject({ machine: 'shelf', tests: expect.any(Array) });
  });

  test('as a chart', () => {
    expect(printPaths(flow, graph, paths, 'mermaid')).toMatch(/^flowchart TD\n {2}subgraph "Test 1/);
  });
});
