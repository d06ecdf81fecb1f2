import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** A level of the tests; `npm run test:more` adds what repeats for the sake of repetition. */
const level = (name: string, test: ViteUserConfig['test'] = {}) => ({
  extends: true as const,
  test: {
    name,
    include: ['tests', ...(process.env.TEST_MORE === '1' ? ['tests/more'] : [])].map(
      (folder) => `${folder}/${name}/**/*.test.{ts,tsx}`,
    ),
    ...test,
  },
});

/** The tests, apart from the configuration of the site, which takes seconds to load. */
export default defineConfig({
  test: {
    // Browser and server do much of the work, so that a worker waits half of its time.
    maxWorkers: 2,
    testTimeout: 60_000,
    setupFiles: ['tests/support/random.ts'],
    // A test that expects nothing fails.
    expect: { requireAssertions: true },
    projects: [
      // Files of a worker share what they import, which takes a third of their time otherwise.
      level('machines', { isolate: false }),
      level('screens', { environment: 'happy-dom', setupFiles: ['tests/screens/setup.ts'] }),
      'tests/mutation/vite.config.ts',
      level('server', {
        isolate: false,
        globalSetup: ['tests/server/setup.ts'],
        // PGlite runs for seconds: to optimise its WebAssembly takes longer than it saves.
        execArgv: ['--liftoff-only'],
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      level('browser', {
        // The files of a worker share what they import (all plans are made once) and its warm browser contexts.
        isolate: false,
        expect: { poll: { interval: 20, timeout: 15_000 } },
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 120_000,
        // A hook may build two sites while the other worker builds others.
        hookTimeout: 240_000,
      }),
      level('screenshots', {
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
