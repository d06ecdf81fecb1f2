import { inject } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The ids of the flows whose path tests and mutants run; all where nothing is provided. */
    flows?: readonly string[];
  }
}

const ids = inject('flows');

/** The flows of the catalogue that this run of the tests is about. */
export const chosenFlows = ids ? catalogue.filter(({ id }) => ids.includes(id)) : catalogue;
