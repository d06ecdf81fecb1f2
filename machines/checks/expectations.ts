import type { AnyMachineSnapshot } from 'xstate';
import { stateName } from '../paths/index.ts';
import type { Cause, Checks, Expectation, FormValues, PressableRole } from './checks.types.ts';
import { focusRuleOf } from './focus.ts';

export const text = (shown: string): Expectation => ({ kind: 'text', text: shown, isShown: true });

export const noText = (hidden: string): Expectation => ({ kind: 'text', text: hidden, isShown: false });

/** Expects a text to be shown where a condition holds, and not to be shown where it does not. */
export const textWhere = (isShown: boolean, shown: string): Expectation => ({
  kind: 'text',
  text: shown,
  isShown,
});

export const button = (name: string, { isEnabled }: { isEnabled: boolean }): Expectation => ({
  kind: 'button',
  name,
  isEnabled,
});

export const selectedTab = (name: string): Expectation => ({ kind: 'selectedTab', name });

export const attribute = (
  role: PressableRole,
  name: string,
  attributeName: string,
  value: string,
): Expectation => ({ kind: 'attribute', role, name, attribute: attributeName, value });

export const formValues = (values: FormValues): Expectation => ({ kind: 'formValues', values });

export const fileNames = (names: string[]): Expectation => ({ kind: 'fileNames', names });

export const dialogTitle = (title: string | null): Expectation => ({ kind: 'dialogTitle', title });

export const alertBox = (shown: string): Expectation => ({ kind: 'alertBox', text: shown });

export const fact = (sentence: string, holds: boolean): Expectation => ({
  kind: 'fact',
  fact: sentence,
  holds,
});

type FocusInput = { previousFocus: string; isSimulated: boolean };

/**
 * The expectations of the state, then of a sound page, and of the focus last. The focus is checked where a rule
 * names an element, and where an element had it before, because it must not be lost.
 *
 * @throws Error where the state has no check
 */
export function expectationsOf(
  { states, focus }: Checks,
  snapshot: AnyMachineSnapshot,
  after: Cause | undefined,
  { previousFocus, isSimulated }: FocusInput,
): Expectation[] {
  const name = stateName(snapshot);
  const state = states[name];
  if (!state) throw new Error(`Nothing says how "${name}" is seen.`);
  return [
    ...state(snapshot, after),
    { kind: 'page' },
    ...focusExpectation(
      focusRuleOf(focus, name)?.({ after, snapshot, previousFocus, isSimulated }),
      previousFocus,
    ),
  ];
}

const focusExpectation = (element: string | null | undefined, previousFocus: string): Expectation[] =>
  element || previousFocus !== '' ? [{ kind: 'focus', element: element ?? null }] : [];
