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
      // Without those that run programs in processes of their own, or read the files as text.
      project('machines', {
        exclude: [
          'tests/machines/commands/**',
          'tests/machines/paths/package.test.ts',
          'tests/machines/project.test.ts',
        ],
      }),
      project('screens', { environment: 'happy-dom', setupFiles: ['tests/screens/setup.ts'] }),
      project('server', { globalSetup: ['tests/server/setup.ts'], provide: { onFastestDatabase: true } }),
    ],
  },
});
