import type { Step } from './types.ts';

/**
 * The name of a state: the dotted path of its deepest active states, such as `editing.invalid`; of parallel ones
 * `left.on | right.off`.
 *
 * @example
 * stateName({ value: { editing: 'invalid' } }); // 'editing.invalid'
 * stateName({ value: { left: 'on', right: 'off' } }); // 'left.on | right.off'
 */
export function stateName({ value }: { value: unknown }): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const known = knownNames.get(value) ?? nameOfValue(value);
  knownNames.set(value, known);
  return known;
}

/** The names of state values: values do not change. */
const knownNames = new WeakMap<object, string>();

function nameOfValue(whole: object): string {
  const paths = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, below]) => {
          const deeper = paths(below);
          return deeper.length > 0 ? deeper.map((path) => `${key}.${path}`) : [key];
        })
      : [String(value)];
  return paths(whole).join(' | ');
}

/** The most combinations of parallel states that count by themselves. */
const MAX_COMBINATIONS = 100;

/**
 * The states that a state name counts as: one of many combinations of parallel states counts as each of its parts.
 */
export const countedStates = (all: ReadonlySet<string>, name: string): string[] =>
  all.size > MAX_COMBINATIONS ? name.split(' | ') : [name];

/**
 * The name of the case of a step: under the type of an event, or the name of the logic of an actor. A timer has
 * its own name.
 */
export function caseName(step: Step): string {
  if (step.kind === 'event') return `${step.type}: ${step.name}`;
  return 'actor' in step ? `${step.actor}: ${step.name}` : plainName(step);
}

/** The answers of the placeholders in a step. */
export const answersIn = ({ answers = {} }: Step): string[] =>
  Object.entries(answers).map(([guard, answer]) => (answer ? guard : `not ${guard}`));

/**
 * The name of a step, the same in every run: `changed: everything valid`, `createOrder: refused`, `after
 * slowNotice`, `delayed: retry`.
 *
 * @example
 * stepName({ kind: 'timer', state: 'shelf.loading', name: '500', event: { type: '' }, wait: 500 }); // 'after 500'
 */
export function stepName(step: Step): string {
  return [plainName(step), ...answersIn(step)].join(', ');
}

function plainName(step: Step): string {
  switch (step.kind) {
    case 'event':
      return `${step.type}: ${step.name}`;
    case 'outcome':
    case 'sent':
    case 'snapshot':
      return `${step.path.join('.')}: ${step.name}`;
    case 'timer':
      return `after ${step.name}`;
    case 'delayed':
      return `delayed: ${step.name}`;
  }
}
