import { changeStatuses, chartWithRemoved, removedId } from './changedChart.ts';
import type { Change, Difference, FlowChanges } from './changes.types.ts';
import { type ChartModel, type ChartState, type ChartTransition, transitionLabel } from './chart.ts';
import { comparePaths } from './comparePaths.ts';
import { compareCoverage } from './coverageLost.ts';
import {
  type MatchedTransitions,
  matchTransitions,
  orderOf,
  type TransitionPair,
} from './matchTransitions.ts';
import type { FlowModel, MessageModel } from './model.types.ts';

const nameInMachine = ({ id: machine }: ChartModel, id: string): string =>
  id.startsWith(`${machine}.`) ? id.slice(machine.length + 1) : id;

/** A transition in words: `editing · submitted [isInvalid] → editing.invalid`. */
export function transitionName(chart: ChartModel, transition: ChartTransition): string {
  const targets = transition.targets.map((id) => nameInMachine(chart, id)).join(' and ');
  const label = transitionLabel({ ...transition, actions: [] });
  return `${nameInMachine(chart, transition.source)} · ${label}${targets === '' ? '' : ` → ${targets}`}`;
}

/** The respects in which two things differ. The two records name the respects in words. */
const differencesOf = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Difference[] =>
  Object.entries(before)
    .map(([what, text]) => ({ what, before: text, after: after[what] ?? text }))
    .filter((difference) => difference.before !== difference.after);

const altered = (
  kind: Change['kind'],
  name: string,
  differences: Difference[],
  at: readonly string[],
): Change[] =>
  differences.length === 0 ? [] : [{ kind, status: 'altered', name, differences, at: [...at] }];

const changed = (kind: Change['kind'], status: 'added' | 'removed', name: string, at: string[]): Change => ({
  kind,
  status,
  name,
  differences: [],
  at,
});

const factsOfState = ({ initialArrows }: ChartModel, state: ChartState) => ({
  type: state.history ? `${state.history} history` : state.type,
  initial: initialArrows
    .filter(({ source }) => source === state.id)
    .map(({ target }) => target)
    .join(', '),
  description: state.description ?? '',
  tags: state.tags.join(', '),
  invoke: state.invokes.join(', '),
  entry: state.entry.join(', '),
  exit: state.exit.join(', '),
});

function compareStates(before: ChartModel, after: ChartModel): Change[] {
  const byId = ({ states }: ChartModel) => new Map(states.map((state) => [state.id, state]));
  const [old, now] = [byId(before), byId(after)];
  return [
    ...after.states
      .filter(({ id }) => !old.has(id))
      .map(({ id }) => changed('state', 'added', nameInMachine(after, id), [id])),
    ...before.states.flatMap((state) => {
      const { id } = state;
      const found = now.get(id);
      if (!found) return [changed('state', 'removed', nameInMachine(before, id), [id])];
      const differences = differencesOf(factsOfState(before, state), factsOfState(after, found));
      return altered('state', nameInMachine(after, id), differences, [id]);
    }),
  ];
}

/** A delay without a name is part of a trigger: `after 300 ms`. */
const unnamedDelay = /^after (\d+ ms)$/;

const lengthOf = ({ trigger }: ChartTransition) => ({ length: unnamedDelay.exec(trigger)?.[1] ?? '' });

/** A trigger without the length of its delay, which is compared by itself. */
const triggerWithoutLength = ({ trigger }: ChartTransition): string =>
  trigger.replace(unnamedDelay, 'after a time').replace(/ \(\d+ ms\)$/, '');

function compareTransitions(
  before: ChartModel,
  after: ChartModel,
  { pairs, added, removed }: MatchedTransitions,
): Change[] {
  const placesOf = orderOf(pairs);
  const factsOf = (chart: ChartModel, transition: ChartTransition, place: number) => ({
    trigger: triggerWithoutLength(transition),
    target: transition.targets.map((id) => nameInMachine(chart, id)).join(' and '),
    actions: transition.actions.join(', '),
    reenter: transition.reenter ? 'yes' : 'no',
    'order among those of its event': `${place}.`,
  });
  const compare = (pair: TransitionPair): Change[] => {
    const [old, now] = pair;
    const [oldPlace, place] = placesOf(pair);
    const name = transitionName(after, now);
    const guards = { before: old.guard ?? '', after: now.guard ?? '' };
    return [
      ...altered(
        'transition',
        name,
        differencesOf(factsOf(before, old, oldPlace), factsOf(after, now, place)),
        [now.id],
      ),
      ...altered('delay', name, differencesOf(lengthOf(old), lengthOf(now)), [now.id]),
      ...(guards.before === guards.after ? [] : [guardChange(name, guards, now.id)]),
    ];
  };
  return [
    ...added.map((each) => changed('transition', 'added', transitionName(after, each), [each.id])),
    ...removed.map((each) =>
      changed('transition', 'removed', transitionName(before, each), [removedId(each)]),
    ),
    ...pairs.flatMap(compare),
  ];
}

/** The change of a transition's guard: a new guard, none any more, or another one. */
function guardChange(
  transition: string,
  { before, after }: Record<'before' | 'after', string>,
  at: string,
): Change {
  if (before === '') return changed('guard', 'added', `${after} of ${transition}`, [at]);
  if (after === '') return changed('guard', 'removed', `${before} of ${transition}`, [at]);
  return {
    kind: 'guard',
    status: 'altered',
    name: transition,
    differences: [{ what: 'guard', before, after }],
    at: [at],
  };
}

/** Compares named things; `describe` puts one in words, and `at` says where it is drawn. */
function compareNamed<Value>(
  kind: Change['kind'],
  what: string,
  [before, after]: readonly [Readonly<Record<string, Value>>, Readonly<Record<string, Value>>],
  describe: (value: Value) => string,
  at: (name: string) => string[] = () => [],
): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): Change[] => {
    const [old, now] = [before[name], after[name]];
    if (old === undefined) return [changed(kind, 'added', name, at(name))];
    if (now === undefined) return [changed(kind, 'removed', name, at(name))];
    return altered(kind, name, differencesOf({ [what]: describe(old) }, { [what]: describe(now) }), at(name));
  });
}

/** Messages by where and when they are shown; the second one of a kind has a number. */
function messagesByName(messages: readonly MessageModel[]): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const { where, condition, text } of messages) {
    const name = `${where}, ${condition}`;
    const count = Object.keys(byName).filter((known) => known.replace(/ \(\d+\)$/, '') === name).length;
    byName[count === 0 ? name : `${name} (${count + 1})`] = text;
  }
  return byName;
}

const describeDelay = (length: number | null) => (length === null ? 'computed' : `${length} ms`);
const describeConditions = (conditions: string) => conditions || 'not composed';

/** The changes in a flow; null where there are none. */
export function compareFlows(before: FlowModel, after: FlowModel): FlowChanges | null {
  const matched = matchTransitions(before.chart.transitions, after.chart.transitions);
  const transitionsWith = (isIt: (transition: ChartTransition) => boolean) =>
    after.chart.transitions.filter(isIt).map(({ id }) => id);
  const changes = [
    ...compareStates(before.chart, after.chart),
    ...compareTransitions(before.chart, after.chart, matched),
    ...compareNamed('guard', 'conditions', [before.guards, after.guards], describeConditions, (name) =>
      transitionsWith(({ guard }) => guard === name),
    ),
    ...compareNamed('delay', 'length', [before.delays, after.delays], describeDelay, (name) =>
      transitionsWith(({ trigger }) => trigger.startsWith(`after ${name} (`) || trigger === `after ${name}`),
    ),
    ...compareNamed(
      'message',
      'text',
      [messagesByName(before.messages), messagesByName(after.messages)],
      (text) => text,
    ),
    ...comparePaths(before.paths, after.paths),
  ];
  const lostCoverage = compareCoverage(before, after, matched.pairs, (transition) =>
    transitionName(after.chart, transition),
  );
  if (changes.length === 0 && lostCoverage.length === 0) return null;
  return {
    flow: after.id,
    title: after.title,
    status: 'altered',
    changes,
    lostCoverage,
    chart: chartWithRemoved(before.chart, after.chart),
    statuses: changeStatuses(changes),
  };
}
