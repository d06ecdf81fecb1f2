const source = (file: string) => ['--import', 'tsx', file];

/** What `npm run tools -- <name>` runs with Node: programs that are needed now and then. */
export const tools: Readonly<Record<string, readonly string[]>> = {
  bench: source('tests/bench/run.ts'),
  docs: source('tests/support/docs.ts'),
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  mutate: source('tests/commands/mutate.ts'),
  'new-flow': source('tests/commands/newFlow.ts'),
  screenshots: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'screenshots'],
  'social-images': source('tests/support/socialImages.ts'),
  walk: source('tests/commands/walk.ts'),
};
