import * as v from 'valibot';
import type { ChartModel } from '../../../machines/paths/index.ts';
import type { FlowCoverage } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { downloadJson } from '../../browser/downloadAndClipboard.ts';
import { storedItem } from './browserStorage.ts';
import { flowWithId, modelOf } from './flowModels.ts';
import { readJson } from './readJson.ts';

/** Coverage by hand, kept by the browser and exchanged as files. It is valid for one chart of a flow. */

type CoverageByFlow = Record<string, FlowCoverage>;

const coverage = v.object({
  states: v.array(v.string()),
  transitions: v.array(v.string()),
  guardResults: v.array(v.string()),
});

const savedFlow = v.object({ chart: v.string(), hand: coverage });

const file = v.object({ flows: v.record(v.string(), savedFlow) });

/** Returns a short text that differs where the ids of a chart do, or what they mean: its states, transitions and guards. */
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

/** Returns the coverage of a file or of the storage, and the flows that have changed since, whose coverage is left out. */
function coverageIn(saved: v.InferOutput<typeof file>) {
  const flows = Object.entries(saved.flows);
  const isCurrent = ([id, { chart }]: (typeof flows)[number]) => chart === keyOf(id);
  return {
    coverage: Object.fromEntries(flows.filter(isCurrent).map(([id, { hand }]) => [id, hand])),
    changedFlows: flows.filter((flow) => !isCurrent(flow)).map(([id]) => id),
  };
}

/** Reads coverage by hand from the text of a file, and says in a sentence what of it is left out; null where nothing is. */
export function readCoverage(text: string): { coverage: CoverageByFlow; problem: string | null } {
  const read = readJson(text, file);
  if (!read) return { coverage: {}, problem: 'This file holds no coverage.' };
  const { coverage: byHand, changedFlows } = coverageIn(read);
  const changed = changedFlows.map((flow) => flowWithId(flow)?.title ?? flow).join(', ');
  return {
    coverage: byHand,
    problem: changed === '' ? null : `Left out, because they have changed: ${changed}.`,
  };
}

type CoverageFile = v.InferOutput<typeof file>;

/** Returns the content of a file with the coverage by hand. */
export const coverageFile = (byHand: CoverageByFlow): CoverageFile => ({
  flows: Object.fromEntries(
    Object.entries(byHand).map(([id, hand]) => [id, { chart: keyOf(id) ?? '', hand }]),
  ),
});

/** Saves the coverage by hand as a file. */
export const saveCoverage = (byHand: CoverageByFlow): void =>
  downloadJson('coverage.json', coverageFile(byHand));

/** The coverage by hand that the browser keeps, without that of flows that have changed since. */
export const storedCoverage = storedItem<CoverageByFlow>(
  'visualiser-coverage',
  v.pipe(
    file,
    v.transform((saved) => coverageIn(saved).coverage),
  ),
  coverageFile,
);
