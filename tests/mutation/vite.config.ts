import { defineConfig } from 'vitest/config';
import { constantsPlugin } from './constantsPlugin.ts';

/** The level of the mutants, which alone changes the files that it loads. */
export default defineConfig({
  plugins: [constantsPlugin()],
  test: {
    name: 'mutation',
    include: ['*.test.tsx'],
    environment: 'happy-dom',
    testTimeout: 60_000,
    setupFiles: ['../support/fastCheckSeed.ts', '../screens/setup.ts'],
    expect: { requireAssertions: true },
  },
});
