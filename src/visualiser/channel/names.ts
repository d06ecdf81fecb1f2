/** The name of the channel between the pages of the site and the visualisers. Browsers limit it to one origin. */
export const CHANNEL = 'visualiser';

/** The keys of session storage, through which the page that is loaded next in a tab gets its settings. */
export const storageKeys = {
  environment: 'visualiser.environment',
  offline: 'visualiser.offline',
  paused: 'visualiser.paused',
  restart: 'visualiser.restart',
  tab: 'visualiser.tab',
} as const;
