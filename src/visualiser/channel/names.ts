/** The name of the channel between pages of the site and visualisers; a browser keeps it within one origin. */
export const CHANNEL = 'visualiser';

/** What is kept in a tab for the page that is loaded next. */
export const storageKeys = {
  paused: 'visualiser.paused',
  restart: 'visualiser.restart',
  tab: 'visualiser.tab',
} as const;
