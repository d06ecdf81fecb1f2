import { navigationLinks } from '../../content/navigation.ts';
import type { Checks } from './checks.types.ts';
import { attribute, button, text } from './expectations.ts';
import { firstOf, movedTo, pressed } from './focus.ts';

const MENU = 'Menu';

export const mobileMenuChecks: Checks = {
  focus: {
    closed: firstOf(pressed('menu-button', 'toggled'), movedTo('menu-button', 'overlayPressed', 'cancelled')),
    open: pressed('menu-button', 'toggled'),
  },
  states: {
    closed: () => [attribute('button', MENU, 'aria-expanded', 'false')],
    open: () => [
      attribute('button', MENU, 'aria-expanded', 'true'),
      ...navigationLinks.map(({ label }) => text(label)),
      button('Close the menu', { isEnabled: true }),
    ],
  },
};
