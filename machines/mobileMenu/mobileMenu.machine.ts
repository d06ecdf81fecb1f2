import { setup } from 'xstate';

export type MobileMenuEvent =
  | { type: 'toggled' }
  | { type: 'overlayPressed' }
  | { type: 'cancelled' }
  /** The focus moved outside the header. */
  | { type: 'focusLeft' }
  /** The address has changed. */
  | { type: 'navigated' };

export const mobileMenuActors = {};

/** The menu of the navigation bar on a small screen: the links, and an overlay that closes them. Spec §2; §4. */
export const mobileMenuMachine = setup({
  types: { events: {} as MobileMenuEvent },
  actions: {
    /** Returns the focus to the button that opened the menu. */
    focusButton: () => {},
  },
}).createMachine({
  id: 'mobileMenu',
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the button is shown.',
      on: { toggled: 'open' },
    },
    open: {
      description: 'The links are shown, and an overlay lies over the page.',
      on: {
        toggled: 'closed',
        overlayPressed: { target: 'closed', actions: 'focusButton' },
        cancelled: { target: 'closed', actions: 'focusButton' },
        focusLeft: 'closed',
        // The link is hidden. Where another page is shown, the focus goes on to its heading.
        navigated: { target: 'closed', actions: 'focusButton' },
      },
    },
  },
});
