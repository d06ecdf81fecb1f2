import { describe } from 'vitest';
import { chartViewportFlow } from '../../machines/chartViewport/chartViewport.flow.ts';
import { journeyTests, pathTests } from './flowTests.ts';

describe('chartViewport', () => {
  pathTests(chartViewportFlow);
  journeyTests(chartViewportFlow);
});
