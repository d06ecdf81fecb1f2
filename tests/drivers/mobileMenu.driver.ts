import { expect } from 'vitest';
import { mobileMenuCases } from '../../machines/mobileMenu/mobileMenu.cases.ts';
import { navigationLinks } from '../../src/content/navigation.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';

const MENU = 'Menu';
const OVERLAY = 'Close the menu';

export const mobileMenuDriver = defineDriver(mobileMenuCases, {
  page: '/shipping',
  prepare: ({ browser }) => browser.resizeToPhone(),
  events: {
    toggled: ({ user }) => user.press(MENU),
    overlayPressed: ({ user }) => user.press(OVERLAY),
    cancelled: async ({ user }) => {
      await user.focus('Register', 'link');
      await user.pressKey('Escape');
    },
    focusLeft: async ({ user }) => {
      await user.focus('Register', 'link');
      await user.pressKey('Tab');
    },
    navigated: ({ user }) => user.press('Services', 'link'),
  },
  outcomes: {},
  focus: {
    closed: movedTo('menu-button', 'toggled', 'overlayPressed', 'cancelled'),
    open: movedTo('menu-button', 'toggled'),
  },
  states: {
    closed: async ({ screen }) => {
      expect(await screen.attribute('button', MENU, 'aria-expanded')).toBe('false');
    },
    open: async ({ screen }) => {
      expect(await screen.attribute('button', MENU, 'aria-expanded')).toBe('true');
      for (const { label } of navigationLinks) await screen.expectText(label);
      await screen.expectButton(OVERLAY, { isEnabled: true });
    },
  },
});
