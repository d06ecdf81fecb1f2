import type { ChartTransition } from './chart.ts';

export type TransitionPair = readonly [before: ChartTransition, after: ChartTransition];

/** The transitions of two builds: the same ones, perhaps altered, and the others. */
export type MatchedTransitions = {
  pairs: TransitionPair[];
  added: ChartTransition[];
  removed: ChartTransition[];
};

/** The id of a transition without its position among those of the same event. */
const eventId = ({ id }: ChartTransition): string => id.replace(/\[\d+\]$/, '');

/** The kind of a trigger: a timer, an actor, or nothing at all; undefined for an event. */
const triggerKind = ({ trigger }: ChartTransition): string | undefined =>
  /^(after|done of|error of|snapshot of|always)\b/.exec(trigger)?.[0];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Test = (before: ChartTransition, after: ChartTransition) => boolean;

const hasSameEvent: Test = (before, after) => eventId(before) === eventId(after);
const hasSameGuard: Test = (before, after) => before.guard === after.guard;
const hasSameTargets: Test = (before, after) => isSame(before.targets, after.targets);
const hasSameActions: Test = (before, after) => isSame(before.actions, after.actions);
const hasSameSource: Test = (before, after) =>
  before.source === after.source && triggerKind(before) === triggerKind(after);

/** The features that two transitions share where they are the same one, the most similar first. */
const similarities: readonly (readonly Test[])[] = [
  [hasSameEvent, hasSameGuard, hasSameTargets, hasSameActions],
  [hasSameEvent, hasSameGuard, hasSameTargets],
  [hasSameEvent, (before) => before.guard !== undefined, hasSameGuard],
  [hasSameEvent, hasSameTargets],
  [hasSameEvent],
  [hasSameSource, hasSameGuard, hasSameTargets, hasSameActions],
];

/**
 * Finds which transitions of two builds are the same. Their ids do not say so: these contain the position among the
 * transitions of an event, which changes when another one is added.
 */
export function matchTransitions(
  before: readonly ChartTransition[],
  after: readonly ChartTransition[],
): MatchedTransitions {
  const pairs: TransitionPair[] = [];
  let [removed, added] = [[...before], [...after]];
  for (const tests of similarities)
    for (const old of [...removed]) {
      const found = added.find((candidate) => tests.every((test) => test(old, candidate)));
      if (!found) continue;
      pairs.push([old, found]);
      removed = removed.filter((each) => each !== old);
      added = added.filter((each) => each !== found);
    }
  return { pairs, added, removed };
}

/** The place of each transition among the matched ones of its event, from 1. */
function placesOf(transitions: readonly ChartTransition[]): Map<string, number> {
  const counts = new Map<string, number>();
  return new Map(
    transitions.map((transition) => {
      const place = (counts.get(eventId(transition)) ?? 0) + 1;
      counts.set(eventId(transition), place);
      return [transition.id, place];
    }),
  );
}

const position = ({ id }: ChartTransition): number => Number(/\[(\d+)\]$/.exec(id)?.[1] ?? 0);

/** The places of a pair in the order in which the transitions of its event are tried, before and after. */
export function orderOf(pairs: readonly TransitionPair[]): (pair: TransitionPair) => [number, number] {
  const ofSameEvent = pairs.filter(([before, after]) => hasSameEvent(before, after));
  const inOrder = (transitions: ChartTransition[]) =>
    placesOf(transitions.sort((one, other) => position(one) - position(other)));
  const [before, after] = [
    inOrder(ofSameEvent.map(([each]) => each)),
    inOrder(ofSameEvent.map(([, each]) => each)),
  ];
  return ([old, now]) => [before.get(old.id) ?? 1, after.get(now.id) ?? 1];
}
