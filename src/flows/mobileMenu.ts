import { mobileMenuMachine } from '../../machines/mobileMenu/mobileMenu.machine.ts';
import { focusById } from '../browser/focus.ts';
import type { SiteFlow } from './useFlow.ts';

/** The id of the button that opens the menu. */
export const menuButtonId = 'menu-button';

/** The mobile menu. */
export const mobileMenu: SiteFlow<typeof mobileMenuMachine> = {
  id: 'mobileMenu',
  machine: mobileMenuMachine.provide({ actions: { focusButton: () => focusById(menuButtonId) } }),
};
