import { type Finding, within } from './elements.ts';

/**
 * Lists that Safari does not announce as lists: they have no markers and no role, and are outside a navigation.
 */
export const unmarkedLists = (root: Element): Finding[] =>
  within(root)
    .filter((element) => element.matches('ul:not([role]), ol:not([role])') && !element.closest('nav'))
    .filter((list) =>
      [...list.children].some((item) => {
        const { display, listStyleType } = getComputedStyle(item);
        return display !== 'list-item' || listStyleType === 'none';
      }),
    )
    .map((element) => ({ element, measured: 'has no markers and no role' }));
