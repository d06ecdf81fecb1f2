import type { Cases } from '../paths/index.ts';
import type { routeLoadingActors, routeLoadingMachine } from './routeLoading.machine.ts';

const home = { to: '/', screen: 'home' };

export const routeLoadingCases = {
  input: { first: home },
  events: {
    navigated: {
      'to the home page': { page: home },
      'to the About page': { page: { to: '/about', screen: 'about' } },
      'to the services': { page: { to: '/services', screen: 'services' } },
    },
    retried: { 'by the button': {} },
  },
  outcomes: {
    loadScreen: {
      loaded: { output: undefined },
      'not loaded': { error: new Error('Failed to fetch dynamically imported module.') },
    },
  },
  choiceFields: ['first', 'page', 'shown', 'requested', 'loaded'],
  project: ({ shown, requested, loaded }) => ({
    shown: shown?.to ?? null,
    requested: requested.to,
    loaded: [...new Set(loaded)].sort(),
  }),
} satisfies Cases<typeof routeLoadingMachine, typeof routeLoadingActors>;
