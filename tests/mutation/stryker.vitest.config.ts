import { defineConfig } from 'vitest/config';

const project = (name: string, test: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...test },
});

/** The levels that StrykerJS runs for each mutant: those that run in its own process, without a browser. */
export default defineConfig({
  // The packages of StrykerJS's copy are links to those outside of it.
  server: { fs: { strict: false } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      // Programs run in processes of their own, where nothing is mutated.
      project('machines', { exclude: ['tests/machines/commands/**'] }),
      project('screens', { environment: 'happy-dom', setupFiles: ['tests/screens/setup.ts'] }),
      project('server', { globalSetup: ['tests/server/setup.ts'], provide: { onFastestDatabase: true } }),
    ],
  },
});
