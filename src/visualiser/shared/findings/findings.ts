import { computeAccessibleName } from 'dom-accessibility-api';
import type { Expectation, PressableRole } from '../../../../machines/checks/checks.types.ts';
import { readFiles, readFocus, readForm } from '../../../browser/readPage.ts';
import { documentProblems } from './documentProblems.ts';

const SELECTORS: Readonly<Record<PressableRole, string>> = {
  button: 'button:not([role]), [role=button], input[type=submit], input[type=button]',
  link: 'a[href]:not([role]), [role=link]',
  tab: '[role=tab]',
  radio: 'input[type=radio]:not([role]), [role=radio]',
  option: 'option:not([role]), [role=option]',
};

const normalised = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

const isVisible = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.getClientRects().length > 0;

const ownText = (element: Element): string =>
  normalised([...element.childNodes].map((node) => (node instanceof Text ? node.textContent : '')).join(''));

const elementsWithText = (root: Element, text: string): Element[] =>
  [root, ...root.querySelectorAll(':not(script, style, option)')].filter(
    (element) => ownText(element) === text || normalised(element.textContent) === text,
  );

const elementsWithRole = (root: Element, role: PressableRole): Element[] => [
  ...root.querySelectorAll(SELECTORS[role]),
];

const elementsNamed = (root: Element, role: PressableRole, name: string): Element[] =>
  elementsWithRole(root, role).filter((element) => normalised(computeAccessibleName(element)) === name);

/** The visible one of some elements, or the reason why there is none. */
const visibleIn = (elements: readonly Element[], what: string): Element | string =>
  elements.find(isVisible) ??
  `${what} is ${elements.length > 0 ? 'on the page, but not visible' : 'not on the page'}.`;

const isDisabled = (element: Element): boolean => element.matches(':disabled');

function problemOfForm(root: Element, values: Readonly<Record<string, unknown>>): string | null {
  const shown = readForm(root);
  const wrong = [...new Set([...Object.keys(values), ...Object.keys(shown)])].filter(
    (field) => shown[field] !== values[field],
  );
  return wrong.length === 0 ? null : `These fields show another value: ${wrong.join(', ')}.`;
}

/** The texts of the alert boxes so far, and how the element with the focus is read. */
type Seen = { alertBoxes: readonly string[]; focusOf: (root: Element) => string };

/** The difference between a page and an expectation, in a sentence; null where there is none. */
function problemOf(root: Element, expected: Expectation, { alertBoxes, focusOf }: Seen): string | null {
  switch (expected.kind) {
    case 'text': {
      const found = visibleIn(elementsWithText(root, expected.text), `"${expected.text}"`);
      if (expected.isShown) return typeof found === 'string' ? found : null;
      return typeof found === 'string' ? null : `"${expected.text}" is visible and should not be.`;
    }
    case 'button': {
      const found = visibleIn(elementsNamed(root, 'button', expected.name), `The button "${expected.name}"`);
      if (typeof found === 'string') return found;
      return isDisabled(found) === !expected.isEnabled
        ? null
        : `The button "${expected.name}" is ${expected.isEnabled ? 'off' : 'on'}.`;
    }
    case 'selectedTab': {
      const tabs = elementsWithRole(root, 'tab').filter(
        (tab) => tab.matches('[aria-selected=true]') && isVisible(tab),
      );
      const names = tabs.map(({ textContent }) => normalised(textContent));
      return names.join() === expected.name ? null : `The selected tab is "${names.join('", "')}".`;
    }
    case 'attribute': {
      const { role, name, attribute, value } = expected;
      const found = visibleIn(elementsNamed(root, role, name), `The ${role} "${name}"`);
      if (typeof found === 'string') return found;
      const actual = found.getAttribute(attribute);
      return actual === value ? null : `The ${role} "${name}" has ${attribute} "${actual}", not "${value}".`;
    }
    case 'formValues':
      return problemOfForm(root, expected.values);
    case 'fileNames': {
      const names = readFiles(root);
      return names.join() === expected.names.join() ? null : `${names.length} files are chosen.`;
    }
    case 'dialogTitle': {
      const title = root.querySelector('dialog:modal h2')?.textContent ?? null;
      return title === expected.title ? null : `The open dialog is "${title ?? 'none'}".`;
    }
    case 'alertBox':
      return alertBoxes.at(-1) === expected.text
        ? null
        : `The last alert box said "${alertBoxes.at(-1) ?? ''}".`;
    case 'page':
      return documentProblems().join(' ') || null;
    case 'fact':
      return expected.holds ? null : `It does not hold that ${expected.fact}.`;
    case 'focus': {
      const focused = focusOf(root);
      if (expected.element === null) return focused === '' ? 'The focus is lost.' : null;
      return focused === expected.element
        ? null
        : `The focus is ${focused === '' ? 'lost' : `on "${focused}"`}; it should be on "${expected.element}".`;
    }
  }
}

/**
 * The differences between a page and the expectations of a flow, given the texts of its alert boxes so far. The
 * first one is about the state that the page shows.
 */
export function findings(
  flow: string,
  state: string,
  expectations: readonly Expectation[],
  alertBoxes: readonly string[],
  focusOf: (root: Element) => string = readFocus,
): { problems: (string | null)[]; focused: string } {
  const root = document.querySelector(`[data-flow="${CSS.escape(flow)}"]`);
  const shown = root instanceof HTMLElement ? root.dataset.state : undefined;
  const isOther =
    shown === undefined ? 'Nothing on the page renders the flow.' : `The page shows "${shown}".`;
  return {
    problems: [
      shown === state ? null : isOther,
      ...expectations.map((expected) =>
        root ? problemOf(root, expected, { alertBoxes, focusOf }) : isOther,
      ),
    ],
    // Where the visualiser has taken the focus, the page has none, and may bring it back to where it wants.
    focused: readFocus(document.documentElement),
  };
}
