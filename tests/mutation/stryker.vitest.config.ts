import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files of this run, cheapest first, separated by commas. `mutantsOf` sets them. */
const files = (process.env.MUTATION_TESTS ?? '').split(',');

/** Whether one of them needs a database: to start one takes longer than most tests. */
const needsDatabase = process.env.MUTATION_DATABASES === '1';

/** Runs test files in their given order, so that a mutant that a cheap one notices never meets a dear one. */
class GivenOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file));
    return specifications.toSorted((one, other) => place(one) - place(other));
  }
}

const project = (name: string, test: object) => ({
  extends: true as const,
  test: { name, include: files.filter((file) => file.startsWith(`tests/${name}/`)), ...test },
});

const projects = [
  project('machines', {}),
  project('screens', { environment: 'happy-dom', setupFiles: ['tests/screens/setup.ts'] }),
  project('server', {
    globalSetup: needsDatabase ? ['tests/server/setup.ts'] : [],
    provide: { onFastestDatabase: true },
    hookTimeout: 120_000,
  }),
];

/** The levels at which mutants of code are tested; a level without a test file is left out. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    sequence: { sequencer: GivenOrder },
    projects: projects.filter(({ test }) => test.include.length > 0),
  },
});
