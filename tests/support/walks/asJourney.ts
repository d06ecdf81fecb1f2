/** Returns a walk as the source text of a journey. */
export function asJourney(title: string, steps: readonly (readonly [step: string, state: string])[]): string {
  const lines = steps.map(([step, state]) => `    [${JSON.stringify(step)}, ${JSON.stringify(state)}],`);
  return ['{', `  title: ${JSON.stringify(title)},`, '  steps: [', ...lines, '  ],', '}'].join('\n');
}
