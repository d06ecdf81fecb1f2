/** A broadcast channel that delivers its messages synchronously, within one page. */
export class SynchronousBroadcastChannel {
  static readonly #open = new Set<SynchronousBroadcastChannel>();
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    SynchronousBroadcastChannel.#open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of [...SynchronousBroadcastChannel.#open])
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }

  close(): void {
    SynchronousBroadcastChannel.#open.delete(this);
  }
}
