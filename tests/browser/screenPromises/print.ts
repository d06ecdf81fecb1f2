import { type Finding, isSeen, within } from './elements.ts';

/** What is for the screen alone. A button is printed where its text is content: a heading, or what is chosen. */
const FOR_SCREENS = 'button, .button, nav, [role="navigation"], [role="tab"], .skip-link';
const CONTENT = ':is(h1, h2, h3, h4) > button, [aria-selected="true"], [aria-pressed="true"]';

/** Returns the buttons, the navigation and what is fixed to the window that would be printed. */
export const printedControls = (root: Element): Finding[] =>
  within(root)
    .filter((element) => element.matches(FOR_SCREENS) && !element.matches(CONTENT))
    .filter(isSeen)
    .map((element) => ({ element, measured: 'is printed' }));

/** Returns what is fixed to the window and would be on every sheet of paper. */
export const printedLayers = (root: Element): Finding[] =>
  within(root)
    .filter((element) => getComputedStyle(element).position === 'fixed')
    .filter((element) => !element.matches('dialog:modal') && isSeen(element))
    .map((element) => ({ element, measured: 'is fixed and is printed' }));
