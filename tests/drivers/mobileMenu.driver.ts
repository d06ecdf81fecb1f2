import { expect } from 'vitest';
import { mobileMenuCases } from '../../machines/mobileMenu/mobileMenu.cases.ts';
import { navigationLinks } from '../../src/content/navigation.ts';
import { defineDriver } from './driver.ts';

const MENU = 'Menu';
const OVERLAY = 'Close the menu';

export const mobileMenuDriver = defineDriver(mobileMenuCases, {
  page: '/shipping',
  prepare: (hands) => hands.narrow(),
  events: {
    buttonPressed: (hands) => hands.press(MENU),
    overlayPressed: (hands) => hands.press(OVERLAY),
    escapePressed: async (hands) => {
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
  states: {
    closed: async (hands, _, after) => {
      expect(await hands.attribute('button', MENU, 'aria-expanded')).toBe('false');
      if (after?.kind === 'event' && ['overlayPressed', 'escapePressed'].includes(after.type))
        expect(await hands.focus()).toBe('menu-button');
    },
    open: async (hands) => {
      expect(await hands.attribute('button', MENU, 'aria-expanded')).toBe('true');
      for (const { label } of navigationLinks) await hands.sees(label);
      await hands.seesButton(OVERLAY, { press: true });
    },
  },
});
