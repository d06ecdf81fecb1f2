/** A broadcast channel that hands on what is said at once, within one page. */
export class InstantChannel {
  static readonly #open = new Set<InstantChannel>();
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    InstantChannel.#open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of [...InstantChannel.#open])
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }

  close(): void {
    InstantChannel.#open.delete(this);
  }
}
