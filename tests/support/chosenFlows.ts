import { inject } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The ids of the flows whose path tests and mutants run; all by default. */
    flows?: readonly string[];
  }
}

const ids = inject('flows');

/** The flows of the catalogue that this run tests. */
export const chosenFlows = ids ? catalogue.filter(({ id }) => ids.includes(id)) : catalogue;
