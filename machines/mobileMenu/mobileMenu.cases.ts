import type { Cases } from '../paths/index.ts';
import type { mobileMenuActors, mobileMenuMachine } from './mobileMenu.machine.ts';

export const mobileMenuCases = {
  events: {
    toggled: { 'by click': {} },
    overlayPressed: { 'by click': {} },
    cancelled: { 'by key': {} },
    focusLeft: { 'past the last link': {} },
    navigated: { 'by a link of the menu': {} },
  },
  outcomes: {},
  project: () => null,
} satisfies Cases<typeof mobileMenuMachine, typeof mobileMenuActors>;
