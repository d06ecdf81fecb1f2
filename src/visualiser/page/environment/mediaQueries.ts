/** The values of media features; null for what the browser says. */
export type MediaFeatureValues = Readonly<Record<string, string | null>>;

const ALWAYS = '(min-width: 0px)';
const NEVER = '(max-width: -1px)';

/** Returns a media query in which each condition about a set feature is one that holds always or never. */
export const rewriteMedia = (query: string, values: MediaFeatureValues): string =>
  query.replace(/\(\s*(prefers-[a-z-]+)\s*(?::\s*([a-z-]+)\s*)?\)/g, (condition, feature, value) => {
    const set = values[feature] ?? null;
    if (set === null) return condition;
    return (value === undefined ? set !== 'no-preference' : set === value) ? ALWAYS : NEVER;
  });
