import { fileURLToPath } from 'node:url';
import { catalogue } from '../../machines/catalogue.ts';
import { explore, type Flow, reachableGoals } from '../../machines/paths/index.ts';
import { randomWalks } from '../support/walks/randomWalks.ts';

/** Flows with at least so many pairs of transitions count as large. */
const LARGE = 60;

const SEEDS = [1, 2, 3];
const STEPS = 1_000;
const MILLISECONDS = 500;

type Figures = { steps: number; milliseconds: number; pairs: number };

/** Walks until a limit is reached, and returns how many of the pairs that can be reached were found. */
function walkUntil(
  flow: Flow,
  reachable: ReadonlySet<string>,
  options: { seed: number; isGuided: boolean },
  isOver: (figures: Omit<Figures, 'pairs'>) => boolean,
): Figures {
  const start = performance.now();
  let steps = 0;
  for (const walk of randomWalks(flow, options)) {
    steps += walk.steps.length;
    const milliseconds = performance.now() - start;
    if (isOver({ steps, milliseconds }))
      return {
        steps,
        milliseconds,
        pairs: [...walk.guide.pairs].filter((pair) => reachable.has(pair)).length,
      };
  }
  throw new Error('random walks do not end');
}

/** Returns the mean figures over the seeds. */
function meanOf(measure: (seed: number) => Figures): Figures {
  const all = SEEDS.map(measure);
  const mean = (key: keyof Figures) => all.reduce((sum, figures) => sum + figures[key], 0) / all.length;
  return { steps: mean('steps'), milliseconds: mean('milliseconds'), pairs: mean('pairs') };
}

/** Prints the pairs of transitions that uniform walks find, and walks led to where coverage is thin. */
export function benchWalks(): void {
  console.log(
    `\nPairs of transitions found by random walks on the bare machine, mean of seeds ${SEEDS.join(', ')}: after ${STEPS} steps, and after ${MILLISECONDS} ms`,
  );
  for (const flow of catalogue) {
    const reachable = new Set(reachableGoals(explore(flow), 'pairs'));
    if (reachable.size < LARGE) continue;
    for (const isGuided of [false, true]) {
      const walkWith = (isOver: Parameters<typeof walkUntil>[3]) =>
        meanOf((seed) => walkUntil(flow, reachable, { seed, isGuided }, isOver));
      const bySteps = walkWith(({ steps }) => steps >= STEPS);
      const byTime = walkWith(({ milliseconds }) => milliseconds >= MILLISECONDS);
      const share = ({ pairs }: Figures) => `${Math.round((100 * pairs) / reachable.size)} %`.padStart(5);
      const perSecond = ({ pairs, milliseconds }: Figures) =>
        `${Math.round((1000 * pairs) / milliseconds)} new pairs a second`.padStart(24);
      console.log(
        `  ${flow.id.padEnd(16)} ${String(reachable.size).padStart(4)} pairs  ${isGuided ? 'guided ' : 'uniform'}  by steps ${share(bySteps)} ${perSecond(bySteps)}  by time ${share(byTime)} ${perSecond(byTime)}, ${Math.round(byTime.steps)} steps`,
      );
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) benchWalks();
