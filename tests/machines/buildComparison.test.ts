import { describe, test } from 'vitest';
import { buildComparisonFlow } from '../../machines/buildComparison/buildComparison.flow.ts';
import { assertNoProblems, flowProblems } from '../support/flowProblems.ts';
import { defineJourneyTests, definePathTests } from './flowTests.ts';

describe('buildComparison', () => {
  test('is complete', () => {
    assertNoProblems(flowProblems(buildComparisonFlow));
  });
  definePathTests(buildComparisonFlow);
  defineJourneyTests(buildComparisonFlow);
});
