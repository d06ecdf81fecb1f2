import type { ConditionName } from '../inspectPage.ts';
import { coveredFocus, smallMainTargets, smallTargets, takeFocus, unseenFocus } from './controls.ts';
import { describeElement, type Finding } from './elements.ts';
import { unmarkedLists } from './lists.ts';
import { invisibleControls, listsWithoutArrow, motions, printedControls, printedLayers } from './media.ts';
import { cutOrOverlapping, cutOrOverlappingWithLargeText, cutOrOverlappingWithLongValues } from './text.ts';

type ScreenPromise = {
  /** The conditions of the promise. */
  on: readonly ConditionName[];
  /** The elements that break the promise. */
  find: (root: Element) => Finding[];
};

/** The promises of every screen in every state. The text of each is part of the sentence of a failure. */
export const promises: Readonly<Record<string, ScreenPromise>> = {
  'a target is 24 px large, or apart from all others': { on: ['a phone'], find: smallTargets },
  'buttons, fields and navigation are 44 px large': { on: ['a phone'], find: smallMainTargets },
  'a list without markers has the role of a list': { on: ['a phone'], find: unmarkedLists },
  'nothing moves for who asks for less motion': { on: ['a phone'], find: motions },
  'the focus is seen': {
    on: ['a phone', 'a phone in forced colours', 'a phone in the dark scheme'],
    find: unseenFocus,
  },
  'nothing lies over what has the focus': { on: ['a phone'], find: coveredFocus },
  'a control has a border or a text in forced colours': {
    on: ['a phone in forced colours'],
    find: invisibleControls,
  },
  'a list of choices has an arrow in forced colours': {
    on: ['a phone in forced colours'],
    find: listsWithoutArrow,
  },
  'buttons and navigation are not printed': { on: ['a printer'], find: printedControls },
  'nothing that is fixed to the window is printed': { on: ['a printer'], find: printedLayers },
  'nothing is cut off, and nothing lies over another': { on: ['320 px'], find: cutOrOverlapping },
  'with long words and in other scripts nothing is cut off or overlaps': {
    on: ['320 px'],
    find: cutOrOverlappingWithLongValues,
  },
  'with text of 200 % nothing is cut off or overlaps': {
    on: ['320 px'],
    find: cutOrOverlappingWithLargeText,
  },
};

/** The functions that the tests call in a page. */
const inspection = {
  takeFocus,
  /** One sentence for each element below a root that breaks a promise of a condition. */
  brokenPromises: (condition: ConditionName, selector: string): string[] => {
    const root = document.querySelector(selector);
    if (!root) throw new Error(`there is no ${selector}`);
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    const found = Object.entries(promises)
      .filter(([, { on }]) => on.includes(condition))
      .flatMap(([promise, { find }]) =>
        find(root).map(
          ({ element, measured }) => `on ${condition}, "${promise}": ${describeElement(element)} ${measured}`,
        ),
      );
    return [...new Set(found)];
  },
};

declare global {
  interface Window {
    screenPromises?: typeof inspection;
    restoreFocus?: () => void;
  }
}

window.screenPromises = inspection;
