/** The name of the channel between the pages of the site and the visualisers. Browsers limit it to one origin. */
export const CHANNEL = 'visualiser';

/** The beginning of the name of a visualiser's frame. */
export const FRAME_PREFIX = 'visualiser-';

/** The key of session storage with the id of a tab whose pages a visualiser watches. */
export const TAB_KEY = 'visualiser.tab';

/** The keys of session storage that give the next page in a tab its settings. */
export const storageKeys = {
  environment: 'visualiser.environment',
  open: 'visualiser.open',
  outlined: 'visualiser.outlined',
  paused: 'visualiser.paused',
  restart: 'visualiser.restart',
  touched: 'visualiser.touched',
} as const;
