import { expect, test } from 'vitest';
import { journeyDivergence } from '../../../machines/paths/journey.ts';
import type { JourneyStep } from '../../../machines/paths/paths.types.ts';
import { flow } from '../../support/flowFixture.ts';

const divergenceOf = (...steps: JourneyStep[]) => journeyDivergence(flow, { title: '', steps });

test('a journey says which actors a step invokes, and with which input', () => {
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime', {}, { load: undefined }])).toBeNull();
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime', {}, {}])).toBe(
    'asked: by the visitor: invoked ["load"], not []',
  );
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime', {}, { load: { items: 1 } }])).toBe(
    'asked: by the visitor: invoked load with undefined, not {"items":1}',
  );
});

test('a journey without invoked actors allows any', () => {
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime'])).toBeNull();
});
