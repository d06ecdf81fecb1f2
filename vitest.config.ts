import { defineConfig, type Plugin } from 'vitest/config';
import { constantsPlugin } from './tests/mutation/constantsPlugin.ts';

const project = (name: string, test: object, plugins: Plugin[] = []) => ({
  ...{ extends: true as const, plugins },
  test: { name, ...test },
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
      project('machines', { include: ['tests/machines/**/*.test.ts'] }),
      project('screens', {
        include: ['tests/screens/**/*.test.{ts,tsx}'],
        environment: 'happy-dom',
        setupFiles: ['tests/screens/setup.ts'],
      }),
      project(
        'mutation',
        {
          include: ['tests/mutation/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/screens/setup.ts'],
        },
        [constantsPlugin()],
      ),
      project('server', {
        include: ['tests/server/**/*.test.ts'],
        globalSetup: ['tests/server/setup.ts'],
        // PGlite runs for seconds: to optimise its WebAssembly takes longer than it saves.
        execArgv: ['--liftoff-only'],
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      project('browser', {
        include: ['tests/browser/**/*.test.ts'],
        // The files of a worker share what they import (all plans are made once) and its warm browser contexts.
        isolate: false,
        expect: { poll: { interval: 20, timeout: 15_000 } },
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 120_000,
        // A hook may build two sites while the other worker builds others.
        hookTimeout: 240_000,
      }),
      project('screenshots', {
        include: ['tests/screenshots/**/*.test.ts'],
        globalSetup: ['tests/browser/setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
