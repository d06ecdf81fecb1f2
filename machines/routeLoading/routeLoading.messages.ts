/** Messages while the code of a page is loaded. */
export const routeLoadingMessages = {
  /** The name of the region with the visitor's options after a failure. */
  region: 'Loading of the page',
  slow: 'Loading the page…',
  failed: 'The page could not be loaded. Please check your connection and try again.',
  retry: 'Try again',
  /** Needed after a new version of the site, when the code for this one may be gone from the server. */
  reload: 'Load the whole page again',
} as const;
