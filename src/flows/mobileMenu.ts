import { mobileMenuMachine } from '../../machines/mobileMenu/mobileMenu.machine.ts';
import { focusById } from '../browser/focus.ts';
import type { SiteFlow } from './useFlow.ts';

export const menuButtonId = 'menu-button';

export const mobileMenu: SiteFlow<typeof mobileMenuMachine> = {
  id: 'mobileMenu',
  machine: mobileMenuMachine.provide({ actions: { focusButton: () => focusById(menuButtonId) } }),
};
