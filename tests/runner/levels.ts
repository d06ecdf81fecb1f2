/** The levels of tests, each a project of Vitest, the quickest to fail first. */
export const LEVELS = ['machines', 'screens', 'server', 'mutation', 'browser'] as const;

/** Whether a test file visits the built site. */
export const isInBrowser = (file: string): boolean => /^tests\/(more\/)?browser\//.test(file);
