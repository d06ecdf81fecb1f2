import type { Notice, Verdict } from './notices.ts';

/** A mutation by its name, and its notices. */
export type Examined = { name: string; verdict: Verdict };

/**
 * Whether `npm run tools -- mutate` has named flows: then every test is asked about every mutant, and each mutant
 * has a line.
 */
export const asksAll = process.env.MUTANTS === 'each';

const isNoticed = (verdict: Verdict): verdict is readonly Notice[] => typeof verdict !== 'string';

const isNoticedBy = (verdict: Verdict, by: Notice['by']): boolean =>
  isNoticed(verdict) && verdict.some((notice) => notice.by === by);

/** The names of the mutations that nothing notices. */
export const survivorsOf = (examined: readonly Examined[]): string[] =>
  examined.filter(({ verdict }) => verdict === 'survivor').map(({ name }) => name);

/** The names of the mutations that the written plan does not notice, and the number of noticeable mutations. */
export function missedByPlan(examined: readonly Examined[]): { missed: string[]; noticeable: number } {
  const noticeable = examined.filter(({ verdict }) => verdict !== 'equivalent');
  const missed = noticeable.filter(({ verdict }) => !isNoticedBy(verdict, 'written plan'));
  return { missed: missed.map(({ name }) => name), noticeable: noticeable.length };
}

/** The line of a mutant: `remove contact.idle · changed: written plan, journey "…", property "…"`. */
export function lineOf({ name, verdict }: Examined): string {
  if (!isNoticed(verdict)) return `${name}: ${verdict === 'survivor' ? 'survives' : verdict}`;
  return `${name}: ${verdict.map(({ by, what }) => `${by} "${what.split('\n')[0]}"`).join(', ')}`;
}

/** One line that counts the notices of the mutants of a flow, or of the slips in its code. */
export function summaryOf(title: string, examined: readonly Examined[], are: 'mutants' | 'slips'): string {
  const noticedBy = (by: Notice['by']) => examined.filter(({ verdict }) => isNoticedBy(verdict, by)).length;
  const alone = asksAll ? '' : ' alone';
  const counts = [
    `the written plan notices ${noticedBy('written plan')}`,
    `journeys ${noticedBy('journey')}`,
    `properties${alone} ${noticedBy('property')}`,
    `exploration${alone} ${noticedBy('exploration')}`,
    `checks alone ${noticedBy('check')}`,
  ];
  const equivalent = examined.filter(({ verdict }) => verdict === 'equivalent').length;
  const outcome = `${survivorsOf(examined).length} survive, ${equivalent} ${are === 'mutants' ? 'proven' : 'listed as'} equivalent`;
  return `${title}: ${examined.length} ${are}; ${counts.join(', ')}; ${outcome}`;
}
