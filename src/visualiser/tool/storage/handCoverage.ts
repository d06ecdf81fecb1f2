import * as v from 'valibot';
import type { ChartModel } from '../../../../machines/paths/index.ts';
import type { FlowCoverage } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { modelOf } from '../model/flowModels.ts';
import { storedItem } from './browserStorage.ts';

/** Coverage by hand, kept by the browser. It is valid for one chart of a flow. */

type CoverageByFlow = Record<string, FlowCoverage>;

const coverage = v.object({
  states: v.array(v.string()),
  transitions: v.array(v.string()),
  guardResults: v.array(v.string()),
});

const savedFlow = v.object({ chart: v.string(), hand: coverage });

/** A short text that changes with the ids of a chart or their meaning: its states, transitions and guards. */
function chartKey({ states, transitions }: ChartModel): string {
  const text = JSON.stringify([
    states.map(({ id }) => id),
    transitions.map(({ id, guard, targets }) => [id, guard, targets]),
  ]);
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}

const keyOf = (flow: string): string | null => {
  const model = modelOf(flow);
  return model && chartKey(model);
};

/** The coverage by hand that the browser keeps, without that of flows that have changed since. */
export const storedCoverage = storedItem<CoverageByFlow>(
  'visualiser-coverage',
  v.pipe(
    v.object({ flows: v.record(v.string(), savedFlow) }),
    v.transform(({ flows }) =>
      Object.fromEntries(
        Object.entries(flows).flatMap(([id, { chart, hand }]) => (chart === keyOf(id) ? [[id, hand]] : [])),
      ),
    ),
  ),
  (byHand) => ({
    flows: Object.fromEntries(
      Object.entries(byHand).map(([id, hand]) => [id, { chart: keyOf(id) ?? '', hand }]),
    ),
  }),
);
