import { lastResults } from '../mutation/mutantResults.ts';
import { scoreLine, scoresOf } from '../mutation/scores.ts';

/** Prints how many mutants of the code are noticed, by folder, as `npm run mutate -- <files>` found them last. */
export function benchMutants(): void {
  console.log(
    '\nMutants by folder, in the files that npm run mutate -- <files> measured and that are still the same',
  );
  const scores = scoresOf(lastResults());
  for (const score of scores) console.log(scoreLine(score));
  if (scores.length === 0) console.log('none was measured here: npm run mutate -- machines server src');
}
