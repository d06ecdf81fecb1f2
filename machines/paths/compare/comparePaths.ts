import type { Change } from './changes.types.ts';
import type { PathModel } from './model.types.ts';

type Step = PathModel['steps'][number];
type NumberedPath = { number: number; steps: Step[] };

const isSameStep = (one: Step, other: Step | undefined) =>
  one.name === other?.name && one.state === other.state;

/** The number of steps in which two paths begin alike. */
function commonLength({ steps: before }: NumberedPath, { steps: after }: NumberedPath): number {
  const difference = before.findIndex((step, index) => !isSameStep(step, after[index]));
  return difference === -1 ? before.length : difference;
}

const isSame = (before: NumberedPath, after: NumberedPath) =>
  before.steps.length === after.steps.length && commonLength(before, after) === before.steps.length;

const describeStep = (step: Step | undefined) => (step ? `${step.name} → ${step.state}` : 'no step');

const nameOf = ({ number, steps }: NumberedPath) =>
  `path ${number} (${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, to ${steps.at(-1)?.state ?? 'its start'})`;

const numbered = (paths: readonly PathModel[]): NumberedPath[] =>
  paths.map(({ steps }, index) => ({ number: index + 1, steps }));

/**
 * Compares the generated paths of a flow. A path has no identity: two paths of the two builds that begin alike are one
 * altered path, and their first different step is named.
 */
export function comparePaths(before: readonly PathModel[], after: readonly PathModel[]): Change[] {
  let old = numbered(before);
  let added = numbered(after);
  for (const path of [...old]) {
    const same = added.find((candidate) => isSame(path, candidate));
    if (!same) continue;
    old = old.filter((each) => each !== path);
    added = added.filter((each) => each !== same);
  }
  const changeOf = (path: NumberedPath, status: 'added' | 'removed'): Change => ({
    kind: 'path',
    status,
    name: nameOf(path),
    differences: [],
    at: [],
  });
  const altered: Change[] = [];
  const removed: Change[] = [];
  for (const path of old) {
    const [nearest] = added
      .map((candidate) => ({ candidate, common: commonLength(path, candidate) }))
      .filter(({ common }) => common > 0)
      .sort((one, other) => other.common - one.common);
    if (!nearest) {
      removed.push(changeOf(path, 'removed'));
      continue;
    }
    const { candidate, common } = nearest;
    added = added.filter((each) => each !== candidate);
    altered.push({
      kind: 'path',
      status: 'altered',
      name: nameOf(candidate),
      differences: [
        {
          what: `step ${common + 1}`,
          before: describeStep(path.steps[common]),
          after: describeStep(candidate.steps[common]),
        },
      ],
      at: [],
    });
  }
  return [...added.map((path) => changeOf(path, 'added')), ...removed, ...altered];
}
