/** Mistakes that make no difference, by flow, each with the reason why nobody could tell. */
export const equivalentMutants: Record<string, Record<string, string>> = {};
