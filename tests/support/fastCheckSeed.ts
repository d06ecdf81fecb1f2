import { numberFromEnvironment } from './random.ts';

/** Repeats the random values of a run of fast-check, which prints its seed where a test fails. */
const seed = numberFromEnvironment('SEED');
if (seed !== undefined) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed });
}
