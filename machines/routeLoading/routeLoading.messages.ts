/** What the visitor reads while the code of a page is loaded. */
export const routeLoadingMessages = {
  slow: 'Loading the page…',
  failed: 'The page could not be loaded. Please check your connection and try again.',
  retry: 'Try again',
  /** After a new version of the site, the code that this page knows may be there no more. */
  reload: 'Load the whole page again',
} as const;
