import type { InspectionEvent } from 'xstate';
import { transitionsTakenIn } from '../../../machines/paths/xstateInternals.ts';
import { CHANNEL, storageKeys } from '../channel/names.ts';
import {
  type Entry,
  type FromPage,
  type PageInfo,
  type PersistedSnapshot,
  readEvent,
  readFromVisualiser,
  readPersistedSnapshot,
  toPlainData,
} from '../channel/protocol.ts';
import type { InspectedFlow, Inspection } from '../instrumentation/inspection.ts';
import { isFramed } from '../instrumentation/startup.ts';
import { pauseFlow, perform } from './commands.ts';

/** Milliseconds between two batches: one for each frame. */
const BATCH_INTERVAL = 16;

/** Milliseconds after which a visualiser that says nothing is gone. A hidden tab may be slowed to one word a minute. */
const SILENCE_TIMEOUT = 90_000;

function readTabName(): string {
  if (isFramed()) return window.name;
  const name = sessionStorage.getItem(storageKeys.tab) ?? crypto.randomUUID();
  sessionStorage.setItem(storageKeys.tab, name);
  return name;
}

/** Speaks for a page with every visualiser of its origin. */
class Agent {
  readonly #inspection: Inspection;
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #id = crypto.randomUUID();
  readonly #tab = readTabName();
  readonly #visualisers = new Map<string, number>();
  /** What the microsteps since the last state of each flow did. */
  readonly #pending = new Map<string, { transitions: string[]; microsteps: number }>();
  #entries: Entry[] = [];
  #ended: string[] = [];
  #microsteps = 0;
  #lastReportAt = 0;
  #isReportScheduled = false;

  constructor(inspection: Inspection) {
    this.#inspection = inspection;
    inspection.listener = (inspected, event) => this.#receiveInspection(inspected, event);
    inspection.invokedActors.onChange = () => this.#scheduleReport();
    this.#channel.onmessage = ({ data }) => this.#receiveMessage(data);
    window.addEventListener('pagehide', () => this.#post({ type: 'goodbye', page: this.#id }));
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#announce();
    });
    setInterval(() => this.#removeSilentVisualisers(), SILENCE_TIMEOUT / 10);
    this.#announce();
  }

  #post(message: FromPage): void {
    this.#channel.postMessage(message);
  }

  #page(): PageInfo {
    return { id: this.#id, tab: this.#tab, path: window.location.pathname, title: document.title };
  }

  #environment() {
    const { invokedActors } = this.#inspection;
    const open = [...invokedActors.active.values()].map(
      ({ startReal: _, sendOutcome: __, input, ...call }) => ({
        ...call,
        input: toPlainData(input),
      }),
    );
    return { invokedActors: open, paused: invokedActors.paused };
  }

  #persistedSnapshotOf({ actor }: InspectedFlow): PersistedSnapshot | null {
    return readPersistedSnapshot(toPlainData(actor.getPersistedSnapshot()));
  }

  #announce(): void {
    const sessions = [...this.#inspection.running].flatMap(([session, inspected]) => {
      const snapshot = this.#persistedSnapshotOf(inspected);
      return snapshot ? [{ session, flow: inspected.flow, snapshot }] : [];
    });
    if (this.#entries.length > 0 || this.#ended.length > 0) this.#report();
    const microsteps = this.#microsteps;
    this.#post({ type: 'present', page: this.#page(), sessions, microsteps, ...this.#environment() });
  }

  #receiveInspection(inspected: InspectedFlow, event: InspectionEvent): void {
    const session = inspected.actor.sessionId;
    const pending = this.#pending.get(session) ?? { transitions: [], microsteps: 0 };
    if (event.type === '@xstate.microstep') {
      pending.transitions.push(...transitionsTakenIn(event));
      pending.microsteps += 1;
      this.#pending.set(session, pending);
      return;
    }
    if (event.type !== '@xstate.snapshot') return;
    this.#pending.delete(session);
    if (event.snapshot.status === 'stopped') this.#ended.push(session);
    else this.#addEntry(inspected, event.event, pending);
    this.#scheduleReport();
  }

  #addEntry(
    inspected: InspectedFlow,
    event: { type: string },
    pending: Pick<Entry, 'transitions' | 'microsteps'>,
  ) {
    // Counted only now: React makes actors that take their first microsteps and never start.
    this.#microsteps += pending.microsteps;
    const snapshot = this.#persistedSnapshotOf(inspected);
    if (!snapshot) return;
    this.#entries.push({
      at: Math.round(performance.now()),
      session: inspected.actor.sessionId,
      flow: inspected.flow,
      event: readEvent(toPlainData(event)) ?? { type: event.type },
      ...pending,
      snapshot,
    });
  }

  /** At once where nothing was told in this frame, else at its end. */
  #scheduleReport(): void {
    if (this.#isReportScheduled) return;
    this.#isReportScheduled = true;
    const delay = Math.max(0, this.#lastReportAt + BATCH_INTERVAL - performance.now());
    if (delay === 0) queueMicrotask(() => this.#report());
    else setTimeout(() => this.#report(), delay);
  }

  #report(): void {
    this.#isReportScheduled = false;
    this.#lastReportAt = performance.now();
    const entries = this.#entries;
    const ended = this.#ended;
    this.#entries = [];
    this.#ended = [];
    this.#post({
      type: 'observed',
      page: this.#page(),
      entries,
      endedSessions: ended,
      microsteps: this.#microsteps,
      ...this.#environment(),
    });
  }

  #receiveMessage(data: unknown): void {
    const message = readFromVisualiser(data);
    if (!message) return;
    if (message.type === 'command') {
      if (message.page !== this.#id) return;
      perform(this.#inspection, message.command);
      this.#scheduleReport();
      return;
    }
    const isNew = !this.#visualisers.has(message.visualiser);
    this.#visualisers.set(message.visualiser, performance.now());
    if (message.type === 'hello' || (message.type === 'ping' && isNew)) this.#announce();
    if (message.type === 'ping') this.#post({ type: 'pong', page: this.#id });
    if (message.type === 'goodbye') this.#removeVisualiser(message.visualiser);
  }

  /** A world that nobody is there to answer for goes on by itself. */
  #removeVisualiser(visualiser: string): void {
    this.#visualisers.delete(visualiser);
    if (this.#visualisers.size > 0) return;
    pauseFlow(this.#inspection, null);
    this.#scheduleReport();
  }

  #removeSilentVisualisers(): void {
    for (const [visualiser, lastHeardAt] of this.#visualisers)
      if (performance.now() - lastHeardAt > SILENCE_TIMEOUT) this.#removeVisualiser(visualiser);
  }
}

/** Lets a page speak with the visualisers of its origin. */
export const connect = (inspection: Inspection) => new Agent(inspection);
