/** Returns Playwright's options for a name; a string must match whole. */
export const exactName = (name: string | RegExp): { name: string | RegExp; exact?: true } =>
  typeof name === 'string' ? { name, exact: true } : { name };
