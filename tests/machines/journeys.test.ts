import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { explore } from '../../machines/paths/explore.ts';
import { astray } from '../../machines/paths/journey.ts';
import { counterexample } from '../../machines/paths/properties.ts';

describe.each(catalogue)('$id', (flow) => {
  test.each(flow.journeys)('$title', (journey) => {
    expect(astray(flow, journey)).toBeNull();
  });

  const graph = explore(flow);
  test.each(flow.properties)('$kind: $title', (property) => {
    expect(counterexample(graph, property)).toBeNull();
  });
});
