import type { AnyStateMachine } from 'xstate';
import {
  aroundGuard,
  composeGuard,
  compositionOf,
  definitionsOf,
  type Guard,
  nameOfGuard,
  stateNodes,
  transitionId,
  transitionsOf,
} from '../define/xstateInternals.ts';

/** The id of a guard result: `<transition> ? true`. */
export const guardResult = (transition: string, result: boolean): string => `${transition} ? ${result}`;

/** The ids of the results of all guards of a machine. */
export const guardResultsOf = ({ machine }: { machine: AnyStateMachine }): string[] =>
  transitionsOf(machine)
    .filter(({ guard }) => guard !== undefined)
    .flatMap(({ id }) => [guardResult(id, true), guardResult(id, false)]);

/** Receives the activity of a machine's guards. */
export type GuardObserver = {
  /** A guard of a transition has a result. */
  evaluated?: (transition: string, result: boolean) => void;
  /** A condition of a composed guard decides its result: with the other result of the condition, the guard has another one. */
  decided?: (condition: string) => void;
  /** A guard is about to be evaluated. */
  began?: (transition: string, guard: string) => void;
  /** A guard has been evaluated. */
  ended?: () => void;
  /** A guard reads a part of the context or of the event. */
  read?: ((part: string, value: unknown) => void) | undefined;
};

/** The arguments of a guard, which report each part that it reads: `context.count`, `event.output`. */
function withReads(args: unknown, read: NonNullable<GuardObserver['read']>): unknown {
  const told = (name: string): unknown => {
    const whole: unknown = Reflect.get(Object(args), name);
    if (typeof whole !== 'object' || whole === null) return whole;
    return new Proxy(whole, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof key === 'string') read(`${name}.${key}`, value);
        return value;
      },
    });
  };
  return { ...Object(args), context: told('context'), event: told('event') };
}

/** A guard as the tree of its conditions. */
type Condition =
  | { kind: 'leaf'; guard: Guard; name: string }
  | { kind: 'and' | 'or' | 'not'; operands: Condition[] };

/** The results of a tree of conditions; a condition that was not evaluated has none. */
type Results = Map<Condition, boolean>;

function conditionOf(guard: Guard, machine: AnyStateMachine): Condition {
  const composition = compositionOf(guard, machine);
  if (!composition) return { kind: 'leaf', guard, name: nameOfGuard(guard) };
  const { kind, operands } = composition;
  return { kind, operands: operands.map((operand) => conditionOf(operand, machine)) };
}

/** The leaves of a tree of conditions, each with a name of its own. */
function leavesOf(condition: Condition): Extract<Condition, { kind: 'leaf' }>[] {
  return condition.kind === 'leaf' ? [condition] : condition.operands.flatMap(leavesOf);
}

/** A guard with the same result that notes the results of its conditions. */
function withNotedResults(condition: Condition, results: Results): Guard {
  const guard =
    condition.kind === 'leaf'
      ? condition.guard
      : composeGuard(
          condition.kind,
          condition.operands.map((operand) => withNotedResults(operand, results)),
        );
  return aroundGuard(guard, (evaluate) => {
    const result = evaluate();
    results.set(condition, result);
    return result;
  });
}

/**
 * The evaluated leaves that decide the result of a tree (masking MC/DC): no other condition hides them. `and` is
 * decided by its false operand, or by every operand where all are true; `or` the other way round.
 */
function decidingLeaves(condition: Condition, results: Results): Condition[] {
  if (condition.kind === 'leaf') return results.has(condition) ? [condition] : [];
  const result = results.get(condition);
  if (condition.kind === 'not')
    return condition.operands.flatMap((operand) => decidingLeaves(operand, results));
  const dominant = condition.kind === 'or';
  const deciding =
    result === dominant
      ? condition.operands.filter((operand) => results.get(operand) === dominant)
      : condition.operands;
  return deciding.flatMap((operand) => decidingLeaves(operand, results));
}

/** The ids of the conditions of a composed guard: `<transition> & <condition> ? true`. */
function conditionIds(transition: string, condition: Condition): Map<Condition, string> {
  const counts = new Map<string, number>();
  return new Map(
    leavesOf(condition).map((leaf) => {
      const count = (counts.get(leaf.name) ?? 0) + 1;
      counts.set(leaf.name, count);
      return [leaf, `${transition} & ${leaf.name}${count > 1 ? ` (${count})` : ''}`];
    }),
  );
}

/** The ids of the results that each condition of the composed guards of a machine can decide. */
export const conditionsOf = (machine: AnyStateMachine): string[] =>
  stateNodes(machine)
    .flatMap(definitionsOf)
    .flatMap((definition) => {
      const { guard } = definition;
      const condition = guard === undefined ? undefined : conditionOf(guard, machine);
      if (!condition || condition.kind === 'leaf') return [];
      return [...conditionIds(transitionId(definition), condition).values()].flatMap((id) => [
        guardResult(id, true),
        guardResult(id, false),
      ]);
    });

/**
 * A copy of a machine whose guards report to an observer: named and inline ones, with parameters, and composed of
 * others. Guards of one name are distinguished by their transitions.
 */
export function withObservedGuards(machine: AnyStateMachine, observer: GuardObserver): AnyStateMachine {
  const observed = machine.provide({});
  observed.options = machine.options;
  for (const definition of stateNodes(observed).flatMap(definitionsOf)) {
    const { guard } = definition;
    if (guard === undefined) continue;
    const id = transitionId(definition);
    const condition = conditionOf(guard, machine);
    const ids = condition.kind === 'leaf' ? null : conditionIds(id, condition);
    const results: Results = new Map();
    const inner = ids ? withNotedResults(condition, results) : guard;
    const name = nameOfGuard(guard);
    const { read } = observer;
    const evaluating = (evaluate: () => boolean) => {
      results.clear();
      observer.began?.(id, name);
      let result: boolean;
      try {
        result = evaluate();
      } finally {
        observer.ended?.();
      }
      observer.evaluated?.(id, result);
      if (ids)
        for (const leaf of decidingLeaves(condition, results)) {
          const conditionId = ids.get(leaf);
          if (conditionId !== undefined)
            observer.decided?.(guardResult(conditionId, results.get(leaf) === true));
        }
      return result;
    };
    definition.guard = aroundGuard(inner, evaluating, read && ((args) => withReads(args, read)));
  }
  return observed;
}
