import { defineFlow } from '../paths/index.ts';
import { mobileMenuCases } from './mobileMenu.cases.ts';
import { mobileMenuJourneys } from './mobileMenu.journeys.ts';
import { mobileMenuActors, mobileMenuMachine } from './mobileMenu.machine.ts';

export const mobileMenuFlow = defineFlow({
  id: 'mobileMenu',
  title: 'Mobile menu',
  purpose: 'The links of the navigation bar are reached on a small screen.',
  page: '/',
  machine: mobileMenuMachine,
  actors: mobileMenuActors,
  cases: mobileMenuCases,
  journeys: mobileMenuJourneys,
});
