/** The mutants that behave like the original, by flow, each with the reason why no test can kill it. */
export const equivalentMutants: Record<string, Record<string, string>> = {};
