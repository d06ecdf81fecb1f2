const source = (file: string) => ['--import', 'tsx', file];

/** The programs that `npm run tools -- <name>` runs with Node, needed now and then. */
export const tools: Readonly<Record<string, readonly string[]>> = {
  bench: source('tests/tools/bench/run.ts'),
  docs: source('tests/tools/docs.ts'),
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  mutate: source('tests/tools/mutate.ts'),
  'new-flow': source('tests/tools/newFlow.ts'),
  screenshots: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'screenshots'],
  'social-images': source('tests/tools/socialImages.ts'),
  walk: source('tests/tools/walk.ts'),
};
