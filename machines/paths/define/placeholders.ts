import { type AnyStateMachine, fromCallback } from 'xstate';

/** The answers of guards that are placeholders, by their names. */
export type Answers = Readonly<Record<string, boolean>>;

type Implementation = (args: unknown, params: unknown) => unknown;

const isImplementation = (value: unknown): value is Implementation =>
  typeof value === 'function' && !('resolve' in value) && !('check' in value);

/** Whether an implementation throws before it reads anything: another event or context would change nothing. */
function throwsAnyway(implementation: Implementation): boolean {
  let isRead = false;
  const unread: object = new Proxy(() => unread, {
    get: () => {
      isRead = true;
      return unread;
    },
  });
  const args = new Proxy({}, { get: () => unread });
  try {
    implementation(args, unread);
    return false;
  } catch {
    return !isRead;
  }
}

/** A function that does nothing else than to throw or to reject, or that says so. */
const THROWS =
  /^(?:async\b\s*)?(?:function\b[^(]*)?(?:\([^)]*\)|\w+)\s*(?:=>)?\s*(?:\{\s*)?(?:throw\b|(?:return\s+)?Promise\.reject\b)/;
const SAYS_SO = /not.?(?:yet.?)?(?:implemented|provided)|placeholder/i;

/** Whether the logic of an actor throws whatever it is given, or is none. */
function isPlaceholder(logic: unknown): boolean {
  if (!isLogic(logic)) return true;
  const creator: unknown = Reflect.get(Object(logic), 'config');
  return (
    typeof creator === 'function' && [THROWS, SAYS_SO].some((throwing) => throwing.test(String(creator)))
  );
}

const isLogic = (logic: unknown): boolean => typeof Reflect.get(Object(logic), 'transition') === 'function';

/**
 * The placeholders of a machine: actions and guards that throw until `provide` gives the real ones. Such an action does
 * nothing, and such a guard has the answer of the step. Such an actor has cases as any other.
 */
export class Placeholders {
  readonly actions = new Set<string>();
  readonly guards = new Set<string>();
  readonly actors = new Set<string>();
  readonly #copies = new WeakMap<AnyStateMachine, AnyStateMachine>();
  #answers: Answers = {};
  #asked = new Set<string>();

  /** A copy of a machine whose placeholders do not throw; the same copy each time. */
  without(machine: AnyStateMachine): AnyStateMachine {
    const known = this.#copies.get(machine);
    if (known) return known;
    const { actions, guards, actors } = machine.implementations;
    for (const [name, logic] of Object.entries(actors)) if (isPlaceholder(logic)) this.actors.add(name);
    const missing = Object.entries(actors).filter(([, logic]) => !isLogic(logic));
    // Guards do nothing, so that each is tried at once; what a step asks must be known before it.
    for (const [name, guard] of Object.entries(guards))
      if (isImplementation(guard) && throwsAnyway(guard)) this.guards.add(name);
    const without = machine.provide({
      actors: Object.fromEntries(missing.map(([name]) => [name, fromCallback(() => {})])),
      actions: this.#covered(actions, this.actions, () => undefined),
      guards: this.#covered(guards, this.guards, (name) => {
        this.#asked.add(name);
        return this.#answers[name] ?? false;
      }),
    });
    without.options = machine.options;
    this.#copies.set(machine, without);
    return without;
  }

  #covered<Result>(
    implementations: Readonly<Record<string, unknown>>,
    found: Set<string>,
    instead: (name: string) => Result,
  ) {
    return Object.fromEntries(
      Object.entries(implementations).flatMap(([name, implementation]) => {
        if (!isImplementation(implementation)) return [];
        const covered = (args: unknown, params: unknown) => {
          if (found.has(name)) return instead(name);
          try {
            const result = implementation(args, params);
            // A machine's later actions are not seen.
            if (result instanceof Promise) result.catch(() => {});
            return result;
          } catch (error) {
            if (!throwsAnyway(implementation)) throw error;
            found.add(name);
            return instead(name);
          }
        };
        // Its source is read from the original.
        return [[name, Object.assign(covered, implementation)]];
      }),
    );
  }

  /** Runs a function with some answers of guards, and returns the guards that were asked too. */
  answering<Result>(answers: Answers, run: () => Result): { result: Result; asked: ReadonlySet<string> } {
    const [outerAnswers, outerAsked] = [this.#answers, this.#asked];
    const asked = new Set<string>();
    [this.#answers, this.#asked] = [answers, asked];
    try {
      return { result: run(), asked };
    } finally {
      [this.#answers, this.#asked] = [outerAnswers, outerAsked];
    }
  }

  /** Every combination of answers for which a function is run, as long as it asks for more. */
  variants(run: () => unknown, answers: Answers = {}): Answers[] {
    const { asked } = this.answering(answers, run);
    const open =
      Object.keys(answers).length < MAX_ASKED ? [...asked].find((name) => !(name in answers)) : undefined;
    if (open === undefined) return [answers];
    return [true, false].flatMap((answer) => this.variants(run, { ...answers, [open]: answer }));
  }

  /**
   * The placeholders in sentences; none without placeholders. `given` are the actors whose outcomes a person has
   * given.
   */
  sentences(given: object = {}): string[] {
    const quoted = (names: Iterable<string>) => [...names].map((name) => `"${name}"`).join(', ');
    const actors = this.actorsWithout(given);
    const parts = [
      ...(this.actions.size > 0 ? [`the actions ${quoted(this.actions)} do nothing`] : []),
      ...(this.guards.size > 0 ? [`the guards ${quoted(this.guards)} are tried both ways`] : []),
      ...(actors.length > 0 ? [`the outcomes of the actors ${quoted(actors)} are guessed: give them`] : []),
    ];
    return parts.length > 0 ? [`placeholders: ${parts.join(', and ')}; \`provide\` gives the real ones`] : [];
  }

  /** The actors whose outcomes nobody has given. */
  actorsWithout = (given: object): string[] => [...this.actors].filter((name) => !(name in given));
}

/** The most guards of a step to try both ways. */
const MAX_ASKED = 4;
