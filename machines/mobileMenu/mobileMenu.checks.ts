import type { Checks } from '../checks/checks.types.ts';
import { attribute, button, text } from '../checks/expectations.ts';
import { firstOf, movedTo, pressed } from '../checks/focus.ts';

const MENU = 'Menu';

export const mobileMenuChecks = (links: readonly { label: string }[]): Checks => ({
  focus: {
    closed: firstOf(
      pressed('menu-button', 'toggled'),
      movedTo('menu-button', 'overlayPressed', 'cancelled', 'navigated'),
    ),
    open: pressed('menu-button', 'toggled'),
  },
  states: {
    closed: () => [attribute('button', MENU, 'aria-expanded', 'false')],
    open: () => [
      attribute('button', MENU, 'aria-expanded', 'true'),
      ...links.map(({ label }) => text(label)),
      button('Close the menu', { isEnabled: true }),
    ],
  },
});
