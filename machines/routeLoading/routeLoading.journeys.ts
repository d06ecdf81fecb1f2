import type { Journey } from '../paths/journey.ts';

const home = { to: '/', screen: 'home' };
const about = { to: '/about', screen: 'about' };
const services = { to: '/services', screen: 'services' };

const atHome = [['loadScreen: loaded', 'showing', { shown: home, wanted: home, loaded: ['home'] }]] as const;
const toServices = [
  ...atHome,
  ['navigated: to the services', 'loading.prompt', { shown: home, wanted: services }],
] as const;

/** The loading of pages as the specification tells it, by hand. Spec §2, §9. */
export const routeLoadingJourneys: readonly Journey[] = [
  {
    title: 'the page that was there stays until the next one is loaded',
    legs: [...toServices, ['loadScreen: loaded', 'showing', { shown: services, wanted: services }]],
  },
  {
    title: '§9 a page that does not come in 120000 ms has failed, and comes when it is tried again',
    legs: [
      ...toServices,
      ['after slowNotice', 'loading.slow', { shown: home }],
      ['after chunkTimeout', 'failed', { shown: home, wanted: services }],
      ['retried: by the button', 'loading.prompt', { shown: home, wanted: services }],
      ['loadScreen: loaded', 'showing', { shown: services }],
    ],
  },
  {
    title: 'a page that cannot be loaded is said so, and the one that was there is gone back to',
    legs: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, wanted: services, loaded: ['home'] }],
      ['navigated: to the home page', 'showing', { shown: home, wanted: home }],
    ],
  },
  {
    title: 'from a page that could not be loaded one goes on to another',
    legs: [
      ...toServices,
      ['loadScreen: not loaded', 'failed', { shown: home, wanted: services }],
      ['navigated: to the About page', 'loading.prompt', { shown: home, wanted: about }],
      ['loadScreen: loaded', 'showing', { shown: about, wanted: about }],
    ],
  },
  {
    title: 'the link that is pressed last counts',
    legs: [
      ...toServices,
      ['navigated: to the About page', 'loading.prompt', { shown: home, wanted: about }],
      ['loadScreen: loaded', 'showing', { shown: about, loaded: ['home', 'about'] }],
    ],
  },
  {
    title: 'the way back is open while the next page is loaded',
    legs: [
      ...toServices,
      ['navigated: to the home page', 'showing', { shown: home, wanted: home, loaded: ['home'] }],
    ],
  },
  {
    title: 'a page whose code is there is shown at once',
    legs: [
      ...toServices,
      ['loadScreen: loaded', 'showing', { shown: services }],
      ['navigated: to the home page', 'showing', { shown: home }],
    ],
  },
  {
    title: 'the first page can fail too, and be tried again',
    legs: [
      ['loadScreen: not loaded', 'failed', { shown: null }],
      ['retried: by the button', 'loading.prompt', { shown: null }],
      ...atHome,
    ],
  },
];
