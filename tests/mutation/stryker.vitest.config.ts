import { defineConfig } from 'vitest/config';
import {
  BaseSequencer,
  type Reporter,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';

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

/** Counts what fails outside of tests, an import or a hook, as an error of the run: StrykerJS looks at the tests alone. */
class ErrorsOutsideOfTests implements Reporter {
  #vitest: Vitest | undefined;
  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }
  onTestModuleEnd(module: TestModule): void {
    // An error of another process is no Error, and StrykerJS cannot print it.
    for (const part of [module, ...module.children.allSuites()])
      for (const { message } of part.errors())
        this.#vitest?.state.catchError(new Error(message), 'Error outside of a test');
  }
}

const project = (name: string, test: object) => ({
  extends: true as const,
  test: { name, include: files.filter((file) => file.startsWith(`tests/${name}/`)), ...test },
});

const projects = [
  project('machines', {}),
  project('screens', {
    environment: 'happy-dom',
    setupFiles: ['tests/screens/setup.ts'],
  }),
  project('server', {
    globalSetup: needsDatabase ? ['tests/server/setup.ts'] : [],
    provide: { onFastestDatabase: true },
    hookTimeout: 120_000,
  }),
];

/** The levels at which mutants of code are tested; a level without a test file is left out. */
export default defineConfig({
  // The packages of a sandbox are links to those outside of it.
  server: { fs: { strict: false } },
  test: {
    testTimeout: 15_000,
    sequence: { sequencer: GivenOrder },
    reporters: [new ErrorsOutsideOfTests()],
    projects: projects.filter(({ test }) => test.include.length > 0),
  },
});
