/** Messages while the code of a page is loaded. */
export const routeLoadingMessages = {
  slow: 'Loading the page…',
  failed: 'The page could not be loaded. Please check your connection and try again.',
  retry: 'Try again',
  /** Needed after a new version of the site, when the code for this one may be gone from the server. */
  reload: 'Load the whole page again',
} as const;
