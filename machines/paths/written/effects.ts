import { type AnyActor, type AnyMachineSnapshot, isMachineSnapshot } from 'xstate';
import { stateName } from '../define/names.ts';
import type { Flow } from '../define/types.ts';
import { isActor, nameOfLogic } from '../define/xstateInternals.ts';
import type { ActorState, PerformedAction, StepResult, SystemState } from '../simulate/system.types.ts';

type NameOf = (actor: AnyActor) => string;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** A text in quotes, in one line and without what ends code in Markdown. */
const quoted = (text: string) =>
  JSON.stringify(text).replace(
    /[`\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A value in words: texts in quotes, actors by their paths, what JSON lacks by its kind. */
function words(value: unknown, nameOf: NameOf, above: readonly object[] = []): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return 'a function';
  if (!isObject(value)) return String(value);
  if (isActor(value)) return `actor ${nameOf(value)}`;
  if (value instanceof Error) return `${value.name} ${quoted(value.message)}`;
  if (above.includes(value)) return 'itself';
  const inner = (part: unknown) => words(part, nameOf, [...above, value]);
  // Dates and addresses say themselves what they are.
  const toJson: unknown = Reflect.get(value, 'toJSON');
  if (typeof toJson === 'function') return inner(toJson.call(value));
  if (value instanceof Map || value instanceof Set)
    return `${value instanceof Map ? 'Map' : 'Set'} ${inner([...value])}`;
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`;
  const entries = Object.entries(value).map(([key, part]) => `${key}: ${inner(part)}`);
  return `{${entries.join(', ')}}`;
}

/**
 * The differences of a value from an earlier one, part by part: `values.name: "Asha"`, `list.0: 1`, `order: gone`.
 */
function differences(
  path: string,
  before: unknown,
  after: unknown,
  nameOf: NameOf,
  above: readonly unknown[] = [],
): string[] {
  if (above.includes(after)) return [];
  const areAlike = (isPlain(before) && isPlain(after)) || (Array.isArray(before) && Array.isArray(after));
  if (!areAlike) {
    const text = words(after, nameOf);
    return text === words(before, nameOf) ? [] : [`${path}: ${text}`];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const inner = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(after, key)) return [`${inner}: gone`];
    if (!Object.hasOwn(before, key)) return [`${inner}: ${words(Reflect.get(after, key), nameOf)}`];
    return differences(inner, Reflect.get(before, key), Reflect.get(after, key), nameOf, [...above, after]);
  });
}

/** The input of an actor: by its name alone where it is the part of the context of that name. */
function inputInWords(input: unknown, context: unknown, nameOf: NameOf): string {
  if (input === undefined) return '';
  if (!isPlain(input) || !isPlain(context)) return words(input, nameOf);
  return Object.entries(input)
    .map(([key, value]) => {
      const text = words(value, nameOf);
      return key in context && words(context[key], nameOf) === text ? key : `${key}: ${text}`;
    })
    .join(', ');
}

const read = (value: unknown, key: string): unknown =>
  isObject(value) ? Reflect.get(value, key) : undefined;

/** An event with the data that it brings. */
function eventInWords(event: unknown, nameOf: NameOf): string {
  const { type, ...payload } = isPlain(event) ? event : { type: '' };
  return Object.keys(payload).length > 0 ? `${type} ${words(payload, nameOf)}` : String(type);
}

/** An action in words; null for one that shows elsewhere, as a timer does when it is due. */
function actionInWords({ type, params }: PerformedAction, context: unknown, nameOf: NameOf): string | null {
  const [event, delay, actor] = ['event', 'delay', 'actorRef'].map((key) => read(params, key));
  const later = typeof delay === 'number' ? ` in ${delay} ms` : '';
  switch (type) {
    case 'xstate.spawnChild': {
      if (!isActor(actor)) return null;
      const src = nameOfLogic(read(params, 'src')) ?? nameOf(actor);
      return `invokes ${src}(${inputInWords(read(params, 'input'), context, nameOf)})`;
    }
    case 'xstate.sendTo': {
      const to = read(params, 'to');
      return `sends ${eventInWords(event, nameOf)} to ${isActor(to) ? nameOf(to) || 'itself' : String(to)}${later}`;
    }
    case 'xstate.raise': {
      const isTimer = String(read(event, 'type')).startsWith('xstate.after');
      return later === '' || isTimer ? null : `raises ${eventInWords(event, nameOf)}${later}`;
    }
    case 'xstate.emit':
      return `emits ${eventInWords(event, nameOf)}`;
    default:
      if (type.startsWith('xstate.')) return null;
      return params === undefined ? type : `${type}(${inputInWords(params, context, nameOf)})`;
  }
}

const withContext = (snapshot: AnyMachineSnapshot, context: unknown): AnyMachineSnapshot =>
  Object.assign({}, snapshot, { context });

/** The changes in a child machine. */
function childChanges(
  path: string,
  before: ActorState | undefined,
  { snapshot }: ActorState,
  nameOf: NameOf,
) {
  if (!isMachineSnapshot(snapshot)) return [];
  const earlier = before && isMachineSnapshot(before.snapshot) ? before.snapshot : null;
  const state = stateName(snapshot);
  const isSame = earlier !== null && stateName(earlier) === state;
  return [
    ...(isSame ? [] : [`${path} in \`${state}\``]),
    ...differences(path, earlier?.context ?? {}, snapshot.context, nameOf),
  ];
}

/**
 * The effects of a step, in words: the changes in the context of the machine and of its child machines, its
 * actions, the actors that it invokes with their inputs, the events that it sends, and how the machine ends.
 */
export function effectsOf(flow: Flow, before: SystemState | null, { state, actions }: StepResult): string[] {
  const nameOf: NameOf = (actor) => state.actors.get(actor)?.path.join('.') ?? actor.id;
  const { snapshot } = state;
  const observed = flow.observe(snapshot);
  const changes = differences('', before ? flow.observe(before.snapshot) : {}, observed, nameOf);
  const inChildren = [...state.actors.values()]
    .filter(({ path, model }) => path.length > 0 && model.kind === 'pure')
    .flatMap((child) => childChanges(child.path.join('.'), before?.actors.get(child.actor), child, nameOf));
  const done = actions.flatMap((action) => {
    const text = actionInWords(action, snapshot.context, nameOf);
    if (text === null) return [];
    const isOfRoot = action.path.length === 0 && !action.type.startsWith('xstate.');
    const missing = isOfRoot
      ? differences('', flow.observe(withContext(snapshot, action.context)), observed, nameOf)
      : [];
    const early =
      missing.length > 0 ? ` before ${missing.map((change) => change.split(': ')[0]).join(', ')}` : '';
    return [[...action.path, text].join(': ') + early];
  });
  const ending =
    snapshot.status === 'active'
      ? []
      : [
          snapshot.status === 'error'
            ? `fails: ${words(snapshot.error, nameOf)}`
            : `ends with ${words(snapshot.output, nameOf)}`,
        ];
  return [...changes, ...inChildren, ...done, ...ending];
}
