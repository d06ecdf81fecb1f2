import { expect } from 'vitest';
import { mobileMenuCases } from '../../machines/mobileMenu/mobileMenu.cases.ts';
import { navigationLinks } from '../../src/content/navigation.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';

const MENU = 'Menu';
const OVERLAY = 'Close the menu';

export const mobileMenuDriver = defineDriver(mobileMenuCases, {
  page: '/shipping',
  prepare: (hands) => hands.narrow(),
  events: {
    toggled: (hands) => hands.press(MENU),
    overlayPressed: (hands) => hands.press(OVERLAY),
    cancelled: async (hands) => {
      await hands.focusOn('Register', 'link');
      await hands.key('Escape');
    },
    focusLeft: async (hands) => {
      await hands.focusOn('Register', 'link');
      await hands.key('Tab');
    },
    navigated: (hands) => hands.press('Services', 'link'),
  },
  outcomes: {},
  focus: {
    closed: movedTo('menu-button', 'toggled', 'overlayPressed', 'cancelled'),
    open: movedTo('menu-button', 'toggled'),
  },
  states: {
    closed: async (hands) => {
      expect(await hands.attribute('button', MENU, 'aria-expanded')).toBe('false');
    },
    open: async (hands) => {
      expect(await hands.attribute('button', MENU, 'aria-expanded')).toBe('true');
      for (const { label } of navigationLinks) await hands.sees(label);
      await hands.seesButton(OVERLAY, { press: true });
    },
  },
});
