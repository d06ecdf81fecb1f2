import type { Journey } from '../paths/paths.types.ts';

const home = { to: '/', screen: 'home' };
const about = { to: '/about', screen: 'about' };
const services = { to: '/services', screen: 'services' };

const atHome = [['loadScreen: loaded', 'shown', { shown: home, requested: home, loaded: ['home'] }]] as const;
const toServices = [
  ...atHome,
  ['navigated: to the services', 'loading.onTime', { shown: home, requested: services }],
] as const;

/** The loading of pages as the specification tells it, by hand. Spec §2, §9. */
export const routeLoadingJourneys: readonly Journey[] = [
  {
    title: 'the page that was there stays until the next one is loaded',
    steps: [...toServices, ['loadScreen: loaded', 'shown', { shown: services, requested: services }]],
  },
  {
    title: '§9 a page that does not come in 120000 ms has failed, and comes when it is tried again',
    steps: [
      ...toServices,
      ['after slowNotice', 'loading.slow', { shown: home }],
      ['after chunkTimeout', 'failed', { shown: home, requested: services }],
      ['retried: by the button', 'loading.onTime', { shown: home, requested: services }],
      ['loadScreen: loaded', 'shown', { shown: services }],
    ],
  },
  {
    title: 'a page that cannot be loaded is said so, and the one that was there is gone back to',
    steps: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, requested: services, loaded: ['home'] }],
      ['navigated: to the home page', 'shown', { shown: home, requested: home }],
    ],
  },
  {
    title: 'from a page that could not be loaded one goes on to another',
    steps: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, requested: services }],
      ['navigated: to the About page', 'loading.onTime', { shown: home, requested: about }],
      ['loadScreen: loaded', 'shown', { shown: about, requested: about }],
    ],
  },
  {
    title: 'the link that is pressed last counts',
    steps: [
      ...toServices,
      ['navigated: to the About page', 'loading.onTime', { shown: home, requested: about }],
      ['loadScreen: loaded', 'shown', { shown: about, loaded: ['home', 'about'] }],
    ],
  },
  {
    title: 'the way back is open while the next page is loaded',
    steps: [
      ...toServices,
      ['navigated: to the home page', 'shown', { shown: home, requested: home, loaded: ['home'] }],
    ],
  },
  {
    title: 'a page whose code is there is shown at once',
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
