import type { Journey } from '../paths/index.ts';
import type { routeLoadingCases } from './routeLoading.cases.ts';

const home = { to: '/', screen: 'home' };
const about = { to: '/about', screen: 'about' };
const services = { to: '/services', screen: 'services' };

const atHome = [['loadScreen: loaded', 'shown', { shown: home, requested: home, loaded: ['home'] }]] as const;
const toServices = [
  ...atHome,
  ['navigated: to the services', 'loading.onTime', { shown: home, requested: services }],
] as const;

/** Scenarios of the loading of pages, from the specification. Spec §2, §9. */
export const routeLoadingJourneys: readonly Journey<typeof routeLoadingCases>[] = [
  {
    title: 'the shown page stays until the next one is loaded',
    steps: [...toServices, ['loadScreen: loaded', 'shown', { shown: services, requested: services }]],
  },
  {
    title: '§9 a page that is not loaded in 120000 ms has failed, and is loaded when it is tried again',
    steps: [
      ...toServices,
      ['after slowNotice', 'loading.slow', { shown: home }],
      ['after chunkTimeout', 'failed', { shown: home, requested: services }],
      ['retried: by the button', 'loading.onTime', { shown: home, requested: services }],
      ['loadScreen: loaded', 'shown', { shown: services }],
    ],
  },
  {
    title: 'a page that cannot be loaded is reported, and the visitor goes back to the shown one',
    steps: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, requested: services, loaded: ['home'] }],
      ['navigated: to the home page', 'shown', { shown: home, requested: home }],
    ],
  },
  {
    title: 'another page can be opened after one that could not be loaded',
    steps: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, requested: services }],
      ['navigated: to the About page', 'loading.onTime', { shown: home, requested: about }],
      ['loadScreen: loaded', 'shown', { shown: about, requested: about }],
    ],
  },
  {
    title: 'the link of a page that could not be loaded tries again',
    steps: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, requested: services }],
      [
        'navigated: to the services',
        'loading.onTime',
        { shown: home },
        { loadScreen: { screen: 'services' } },
      ],
    ],
  },
  {
    title: 'the last pressed link counts',
    steps: [
      ...toServices,
      ['navigated: to the About page', 'loading.onTime', { shown: home, requested: about }],
      ['loadScreen: loaded', 'shown', { shown: about, loaded: ['home', 'about'] }],
    ],
  },
  {
    title: 'the visitor can go back while the next page is loaded',
    steps: [
      ...toServices,
      ['navigated: to the home page', 'shown', { shown: home, requested: home, loaded: ['home'] }],
    ],
  },
  {
    title: 'a page whose code is loaded is shown at once',
    steps: [
      ...toServices,
      ['loadScreen: loaded', 'shown', { shown: services }],
      ['navigated: to the home page', 'shown', { shown: home }],
    ],
  },
  {
    title: 'the first page can fail too, and be tried again',
    steps: [
      ['loadScreen: not loaded', 'failed', { shown: null }],
      ['retried: by the button', 'loading.onTime', { shown: null }],
      ...atHome,
    ],
  },
];
