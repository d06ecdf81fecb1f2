import { type Flow, type PersistedSnapshot, stateName } from '../../../../machines/paths/index.ts';
import { nextNumber } from '../../shared/channel/entryNumbers.ts';
import { CHANNEL } from '../../shared/channel/names.ts';
import {
  type Entry,
  type FromPage,
  type PageCommand,
  readFromVisualiser,
  type SentObservation,
} from '../../shared/channel/protocol.ts';
import { explorerOf } from '../connection/guardResults.ts';
import { firstSnapshot } from '../runs/runSteps.ts';

const SESSION = 'simulation';

/** A page on which the bare machine of a flow runs. It speaks on the channel as every page of the site does. */
class SimulatedPage {
  readonly #flow: Flow;
  readonly #tab: string;
  readonly #channel = new BroadcastChannel(CHANNEL);
  #id = '';
  #loadedAt = 0;
  #loadNumber = 0;
  #microsteps = 0;
  #snapshot: PersistedSnapshot | null = null;
  #failure: Entry['failure'] = null;
  #paused: string | null = null;

  constructor(flow: Flow, tab: string) {
    this.#flow = flow;
    this.#tab = tab;
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.#load(null);
  }

  leave(): void {
    this.#post({ type: 'goodbye', page: this.#id });
    this.#channel.close();
  }

  #post(message: FromPage): void {
    this.#channel.postMessage(message);
  }

  #load(snapshot: PersistedSnapshot | null): void {
    this.#id = crypto.randomUUID();
    this.#loadedAt = performance.now();
    this.#loadNumber = nextNumber();
    this.#microsteps = 0;
    this.#snapshot = snapshot ?? firstSnapshot(this.#flow);
    this.#failure = null;
    this.#announce();
  }

  #environment() {
    const { id: flow, title } = this.#flow;
    const page = {
      id: this.#id,
      tab: this.#tab,
      path: `/visualiser/${flow}`,
      title: `Simulation of ${title}`,
    };
    return { page, invokedActors: [], paused: this.#paused, microsteps: this.#microsteps };
  }

  #announce(): void {
    const { id: flow } = this.#flow;
    const [snapshot, failure] = [this.#snapshot, this.#failure];
    const sessions = snapshot ? [{ session: SESSION, flow, snapshot, failure }] : [];
    this.#post({ type: 'present', number: this.#loadNumber, sessions, ...this.#environment() });
  }

  #report(entries: Entry[], observations: SentObservation[] = []): void {
    this.#post({ type: 'observed', entries, observations, endedSessions: [], ...this.#environment() });
  }

  #now(): number {
    return Math.round(performance.now() - this.#loadedAt);
  }

  #receive(data: unknown): void {
    const message = readFromVisualiser(data);
    if (message?.type === 'hello') this.#announce();
    if (message?.type === 'ping') this.#post({ type: 'pong', page: this.#id });
    if (message?.type === 'command' && message.page === this.#id) this.#perform(message.command);
  }

  #perform(command: PageCommand): void {
    switch (command.type) {
      case 'send':
        this.#send(command.event);
        break;
      case 'pause':
        this.#paused = command.flow;
        this.#report([]);
        break;
      case 'open':
        this.#post({ type: 'goodbye', page: this.#id });
        this.#load(command.restart?.snapshot ?? null);
        break;
      case 'check': {
        const { check, flow, step, state } = command;
        const results = [{ check: `the page shows the state "${state}"`, problem: null }];
        const found = { kind: 'check', check, flow, step, results, focused: '' } as const;
        this.#report([], [{ ...found, number: nextNumber(), at: this.#now() }]);
      }
    }
  }

  #send(event: Entry['event']): void {
    const before = this.#snapshot;
    if (!before || this.#failure) return;
    const transitions = this.#transition(before, event);
    this.#microsteps += transitions.length;
    this.#report([
      {
        number: nextNumber(),
        at: this.#now(),
        session: SESSION,
        flow: this.#flow.id,
        event,
        transitions: transitions.flat(),
        microsteps: transitions.length,
        snapshot: this.#snapshot ?? before,
        failure: this.#failure,
      },
    ]);
  }

  /** Lets an event happen, and returns the transitions of each microstep. */
  #transition(before: PersistedSnapshot, event: Entry['event']): string[][] {
    const explorer = explorerOf(this.#flow.id);
    if (!explorer) return [];
    try {
      const step = { kind: 'event', type: event.type, name: '', event } as const;
      const { state, microsteps } = explorer.perform(explorer.restore(before), step);
      const { status, value, context } = state.snapshot;
      this.#snapshot = { status, value, context, children: {} };
      return microsteps.map(({ transitions }) => transitions);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#failure = { message, event: event.type, state: stateName(before) };
      return [];
    }
  }
}

/** Starts a page that simulates a flow in a tab; returns the function that leaves it. */
export function startSimulatedPage(flow: Flow, tab: string): () => void {
  const page = new SimulatedPage(flow, tab);
  return () => page.leave();
}
