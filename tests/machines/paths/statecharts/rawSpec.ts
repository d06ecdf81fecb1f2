import type { ActionSpec, GuardSpec, HistorySpec, StateSpec, TransitionSpec } from './spec.ts';

/** A state as it is drawn at random: its targets are numbers, so that it can be made smaller piece by piece. */
export type RawState = {
  kind: 'leaf' | 'final' | 'compound' | 'parallel';
  children: readonly RawState[];
  on: { event: number; transition: RawTransition }[];
  always: RawTransition | undefined;
  after: { delay: number; transition: RawTransition } | undefined;
  invoke: { src: 'job' | 'child'; done: RawTransition; error: RawTransition | undefined } | undefined;
  done: RawTransition | undefined;
  entry: 'none' | 'trace' | 'raise' | 'delay';
  exit: 'none' | 'trace' | 'count';
  history: 'none' | 'shallow' | 'deep';
};

type RawTransition = {
  target: number;
  guard: GuardSpec | undefined;
  kind: 'plain' | 'targetless' | 'reenter' | 'several';
  action: 'none' | 'count' | 'raise' | 'delay' | 'cancel';
};

/** A state with its id and its place in the tree. */
type Placed = { id: string; raw: RawState; parent: Placed | undefined; children: Placed[] };

const EXTERNAL = ['E.a', 'E.b', 'E.c', 'E.a', 'E.b', 'E.*'];
const ALL_EVENTS = [...EXTERNAL, 'D.a', 'D.b', 'R.a', 'R.b', 'C.told', '*'];

/** Events that come within a step: what they lead to must end, so it leads to later states alone. */
const comesWithinStep = (event: string): boolean => event.startsWith('R.') || event.startsWith('C.');

function place(raw: RawState, id: string, parent?: Placed): Placed {
  const placed: Placed = { id, raw, parent, children: [] };
  placed.children = raw.children.map((child, index) => place(child, `${id}${index}`, placed));
  return placed;
}

const withDescendants = (state: Placed): Placed[] => [state, ...state.children.flatMap(withDescendants)];

const pick = <T>(values: readonly T[], index: number): T | undefined => values[index % values.length];

const historyIdOf = ({ id, raw }: Placed): string[] =>
  raw.history !== 'none' && raw.children.length > 0 ? [`${id}h`] : [];

/** Returns the statechart of a drawn state. */
export function specOf(rawRoot: RawState): StateSpec {
  const root = place(rawRoot, 's');
  // The final state of the machine is the target of `NEXT` alone, so that few paths end early.
  const isEnd = (state: Placed): boolean => state === root.children.at(-1) && state.raw.kind === 'final';
  const states = withDescendants(root).filter((state) => state !== root && !isEnd(state));
  const targets = [...states.map(({ id }) => id), ...states.flatMap(historyIdOf)];
  const parallels = states.filter(({ raw }) => raw.kind === 'parallel');

  const guardOf = (guard: GuardSpec): GuardSpec =>
    guard.kind === 'in' ? { kind: 'in', state: pick(states, Number(guard.state))?.id ?? 's0' } : guard;

  const actionsOf = (
    action: RawTransition['action'] | RawState['entry'] | RawState['exit'],
    number: number,
  ): ActionSpec[] => {
    const letter = number % 2 === 0 ? 'a' : 'b';
    switch (action) {
      case 'count':
        return [{ kind: 'count' }];
      case 'trace':
        return [{ kind: 'trace', word: number % 2 }];
      case 'raise':
        return [{ kind: 'raise', event: `R.${letter}` }];
      // At most one event of a type is pending, so that the graph stays finite.
      case 'delay':
        return [
          { kind: 'cancel', event: `D.${letter}` },
          { kind: 'delay', event: `D.${letter}`, delay: number % 3 === 0 ? 20 : 10 },
        ];
      case 'cancel':
        return [{ kind: 'cancel', event: `D.${letter}` }];
      case 'none':
        return [];
    }
  };

  const transitionOf = (raw: RawTransition): TransitionSpec => {
    const parallel = raw.kind === 'several' ? pick(parallels, raw.target) : undefined;
    const several = parallel?.children.flatMap(
      (region) => pick(withDescendants(region), raw.target)?.id ?? [],
    );
    const target = pick(targets, raw.target);
    return {
      ...(raw.kind !== 'targetless' && target !== undefined && { targets: several ?? [target] }),
      ...(raw.guard && { guard: guardOf(raw.guard) }),
      ...(raw.action !== 'none' && { actions: actionsOf(raw.action, raw.target) }),
      ...(raw.kind === 'reenter' && { reenter: true as const }),
    };
  };

  /** Returns a transition to a later sibling, or one that only counts. */
  const onwards = (state: Placed, raw: RawTransition): TransitionSpec => {
    const { parent } = state;
    const later =
      parent?.raw.kind === 'compound'
        ? parent.children.slice(parent.children.indexOf(state) + 1).filter((later) => !isEnd(later))
        : [];
    const target = pick(later, raw.target);
    return {
      ...(target && { targets: [target.id] }),
      ...(raw.guard && { guard: guardOf(raw.guard) }),
      actions: [{ kind: 'count' }],
    };
  };

  const eventsOf = (state: Placed): StateSpec['on'] => {
    const on: Record<string, TransitionSpec[]> = {};
    for (const [index, { event, transition }] of state.raw.on.entries()) {
      const type = pick(index === 0 ? EXTERNAL : ALL_EVENTS, event) ?? 'E.a';
      const made =
        comesWithinStep(type) || type === '*' ? onwards(state, transition) : transitionOf(transition);
      // A full wildcard matches the events within a step too, and stays where it is.
      const { targets: _, ...targetless } = made;
      on[type] = [...(on[type] ?? []), type === '*' ? targetless : made];
    }
    if (state.parent !== root) return on;
    // The children of the root lead to each other in a circle, so that most of a chart is reached.
    const next = pick(root.children, root.children.indexOf(state) + 1);
    return { ...on, ...(next && { NEXT: [{ targets: [next.id] }] }) };
  };

  const historyOf = (state: Placed): Record<string, HistorySpec> => {
    const { history, kind } = state.raw;
    if (history === 'none' || state.children.length === 0) return {};
    const last = kind === 'compound' && history === 'shallow' ? state.children.at(-1) : undefined;
    return { [`${state.id}h`]: { type: 'history', history, ...(last && { target: last.id }) } };
  };

  const stateOf = (state: Placed): StateSpec => {
    const { id, raw, children, parent } = state;
    const number = id.length + raw.on.length;
    const entry = raw.entry === 'none' ? {} : { entry: actionsOf(raw.entry, number) };
    const exit = raw.exit === 'none' ? {} : { exit: actionsOf(raw.exit, number) };
    if (raw.kind === 'final' && (parent !== root || state === root.children.at(-1)))
      return { type: 'final', ...entry };
    const always = raw.always && onwards(state, raw.always);
    const { after, invoke, done } = raw;
    return {
      ...(raw.kind === 'parallel' && { type: 'parallel' as const }),
      ...(raw.kind === 'compound' && { initial: `${id}0` }),
      ...(children.length > 0 && {
        states: {
          ...Object.fromEntries(children.map((child) => [child.id, stateOf(child)])),
          ...historyOf(state),
        },
      }),
      on: eventsOf(state),
      ...(always?.targets && { always: [always] }),
      ...(after && {
        after: {
          [after.delay]: [
            after.delay === 0 ? onwards(state, after.transition) : transitionOf(after.transition),
          ],
        },
      }),
      ...(invoke && {
        invoke: {
          src: invoke.src,
          id: `${invoke.src} of ${id}`,
          onDone: transitionOf(invoke.done),
          ...(invoke.error && { onError: transitionOf(invoke.error) }),
        },
      }),
      ...(children.length > 0 && done && { onDone: onwards(state, done) }),
      ...entry,
      ...exit,
    };
  };
  return stateOf(root);
}
