/** What the visitor reads while the code of a page is loaded. */
export const messages = {
  slow: 'Loading the page…',
  failed: 'The page could not be loaded. Please check your connection and try again.',
  retry: 'Try again',
} as const;
