/** The ids of the active states, ancestors included, from the name of a state. */
export function activeStateIds(machine: string, stateName: string): string[] {
  const ids = stateName.split(' | ').flatMap((part) => {
    const path = part.split('.');
    return path.map((_, depth) => [machine, ...path.slice(0, depth + 1)].join('.'));
  });
  return [machine, ...new Set(ids)];
}
