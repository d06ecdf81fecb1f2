import { defineConfig, type Plugin } from 'vitest/config';
import { constantsPlugin } from './tests/mutation/constantsPlugin.ts';
import { isMore } from './tests/support/more.ts';

/** The folders of a level; `npm run test:more` adds what repeats for the sake of repetition. */
const filesOf = (level: string) =>
  [`tests/${level}`, ...(isMore ? [`tests/more/${level}`] : [])].map(
    (folder) => `${folder}/**/*.test.{ts,tsx}`,
  );

const project = (name: string, test: object = {}, plugins: Plugin[] = []) => ({
  extends: true as const,
  plugins,
  test: { name, include: filesOf(name), ...test },
});

export default defineConfig({
  test: {
    // Browser and server do much of the work, so that a worker waits half of its time.
    maxWorkers: 2,
    testTimeout: 60_000,
    setupFiles: ['tests/support/fastCheckSeed.ts'],
    // A test that expects nothing fails.
    expect: { requireAssertions: true },
    projects: [
      project('machines'),
      project('screens', {
        environment: 'happy-dom',
        setupFiles: ['tests/screens/setup.ts'],
      }),
      project(
        'mutation',
        {
          environment: 'happy-dom',
          setupFiles: ['tests/screens/setup.ts'],
        },
        [constantsPlugin()],
      ),
      project('server', {
        globalSetup: ['tests/server/setup.ts'],
        // PGlite runs for seconds: to optimise its WebAssembly takes longer than it saves.
        execArgv: ['--liftoff-only'],
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      project('browser', {
        // The files of a worker share what they import (all plans are made once) and its warm browser contexts.
        isolate: false,
        expect: { poll: { interval: 20, timeout: 15_000 } },
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 120_000,
        // A hook may build two sites while the other worker builds others.
        hookTimeout: 240_000,
      }),
      project('screenshots', {
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
