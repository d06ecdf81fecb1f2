import { mobileMenuCases } from '../../machines/mobileMenu/mobileMenu.cases.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

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
  checks: checks.mobileMenu,
});
