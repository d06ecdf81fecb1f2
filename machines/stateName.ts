/** The dotted path of the deepest active states, such as `editing.invalid`. */
export function stateName(snapshot: { value: unknown }): string {
  const paths = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, below]) => {
          const deeper = paths(below);
          return deeper.length > 0 ? deeper.map((path) => `${key}.${path}`) : [key];
        })
      : [String(value)];
  return paths(snapshot.value).join(' | ');
}
