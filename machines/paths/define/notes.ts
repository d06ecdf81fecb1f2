const quoted = (names: ReadonlySet<string>) => [...names].map((name) => `"${name}"`).join(', ');

/** Notes about a machine from its exploration. */
export class Notes {
  /** Parts of the context that a step changes which reads the clock or makes an id. */
  readonly changing = new Set<string>();
  /** Timers of a length that no timer can hold. */
  readonly delays = new Set<string>();
  /** Whether the machine ends the process. */
  exits = false;

  sentences(): string[] {
    return [
      ...(this.changing.size > 0
        ? [`changes each time: ${quoted(this.changing)}; in the plan the clock stands, and ids are counted`]
        : []),
      ...[...this.delays].map((delay) => `no timer can hold ${delay}: browsers fire it at once`),
      ...(this.exits ? ['the machine ends the process: in the plan it does not'] : []),
    ];
  }
}
