/** Mistakes that make no difference, by flow, each with the reason why nobody could tell. */
export const equivalent: Record<string, Record<string, string>> = {};
