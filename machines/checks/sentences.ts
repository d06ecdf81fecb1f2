import type { Expectation } from './checks.types.ts';

const listOf = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));

const attributeSentences: Readonly<Record<string, string>> = {
  'aria-pressed': 'pressed',
  'aria-expanded': 'expanded',
};

/** The expectation in words. It contains no value of a form. */
export function sentenceOf(expected: Expectation): string {
  switch (expected.kind) {
    case 'text':
      return `"${expected.text}" is ${expected.isShown ? 'shown' : 'not shown'}`;
    case 'button':
      return `the button "${expected.name}" is ${expected.isEnabled ? 'on' : 'off'}`;
    case 'selectedTab':
      return `the tab "${expected.name}" is selected`;
    case 'attribute': {
      const { role, name, attribute, value } = expected;
      const word = attributeSentences[attribute];
      return word
        ? `the ${role} "${name}" is ${value === 'true' ? '' : 'not '}${word}`
        : `the ${role} "${name}" has ${attribute} "${value}"`;
    }
    case 'formValues':
      return `the fields show their values: ${listOf(Object.keys(expected.values))}`;
    case 'fileNames':
      return `the chosen files are ${listOf(expected.names)}`;
    case 'dialogTitle':
      return expected.title === null ? 'no dialog is open' : `the dialog "${expected.title}" is open`;
    case 'alertBox':
      return `the alert box said "${expected.text}"`;
    case 'page':
      return 'no text lacks a value, and nothing sticks out of the window';
    case 'fact':
      return expected.fact;
    case 'focus':
      return expected.element === null ? 'the focus is not lost' : `the focus is on "${expected.element}"`;
  }
}
