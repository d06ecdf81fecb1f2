import type { InspectionEvent } from 'xstate';
import { takenIn } from '../../../machines/paths/internals.ts';
import type { Inspection, WatchedFlow } from '../../flows/inspection.ts';
import {
  type Entry,
  type FromPage,
  type PageInfo,
  type Pose,
  plain,
  readEvent,
  readFromVisualiser,
  readPose,
} from '../channel/messages.ts';
import { CHANNEL, keys } from '../channel/names.ts';
import { isFramed } from '../seam/door.ts';
import { hold, perform } from './deeds.ts';

/** Milliseconds between two batches: one for each frame. */
const FRAME = 16;

/** Milliseconds after which a visualiser that says nothing is gone. A hidden tab may be slowed to one word a minute. */
const PATIENCE = 90_000;

function tabName(): string {
  if (isFramed()) return window.name;
  const name = sessionStorage.getItem(keys.tab) ?? crypto.randomUUID();
  sessionStorage.setItem(keys.tab, name);
  return name;
}

/** Speaks for a page with every visualiser of its origin. */
class Agent {
  readonly #inspection: Inspection;
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #id = crypto.randomUUID();
  readonly #tab = tabName();
  readonly #visualisers = new Map<string, number>();
  /** What the microsteps since the last state of each flow did. */
  readonly #under = new Map<string, { transitions: string[]; microsteps: number }>();
  #entries: Entry[] = [];
  #ended: string[] = [];
  #microsteps = 0;
  #lastTold = 0;
  #isTelling = false;

  constructor(inspection: Inspection) {
    this.#inspection = inspection;
    inspection.listener = (watched, event) => this.#hear(watched, event);
    inspection.calls.changed = () => this.#tellSoon();
    this.#channel.onmessage = ({ data }) => this.#obey(data);
    window.addEventListener('pagehide', () => this.#post({ type: 'parted', page: this.#id }));
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#present();
    });
    setInterval(() => this.#forgetTheSilent(), PATIENCE / 10);
    this.#present();
  }

  #post(message: FromPage): void {
    this.#channel.postMessage(message);
  }

  #page(): PageInfo {
    return { id: this.#id, tab: this.#tab, path: window.location.pathname, title: document.title };
  }

  #world() {
    const { calls } = this.#inspection;
    const open = [...calls.open.values()].map(({ begin: _, settle: __, input, ...call }) => ({
      ...call,
      input: plain(input),
    }));
    return { calls: open, held: calls.held };
  }

  #poseOf({ actor }: WatchedFlow): Pose | null {
    return readPose(plain(actor.getPersistedSnapshot()));
  }

  #present(): void {
    const sessions = [...this.#inspection.running].flatMap(([session, watched]) => {
      const pose = this.#poseOf(watched);
      return pose ? [{ session, flow: watched.flow, pose }] : [];
    });
    if (this.#entries.length > 0 || this.#ended.length > 0) this.#tell();
    const microsteps = this.#microsteps;
    this.#post({ type: 'present', page: this.#page(), sessions, microsteps, ...this.#world() });
  }

  #hear(watched: WatchedFlow, event: InspectionEvent): void {
    const session = watched.actor.sessionId;
    const under = this.#under.get(session) ?? { transitions: [], microsteps: 0 };
    if (event.type === '@xstate.microstep') {
      under.transitions.push(...takenIn(event));
      under.microsteps += 1;
      this.#under.set(session, under);
      return;
    }
    if (event.type !== '@xstate.snapshot') return;
    this.#under.delete(session);
    if (event.snapshot.status === 'stopped') this.#ended.push(session);
    else this.#note(watched, event.event, under);
    this.#tellSoon();
  }

  #note(watched: WatchedFlow, event: { type: string }, under: Pick<Entry, 'transitions' | 'microsteps'>) {
    // Counted only now: React makes actors that take their first microsteps and never start.
    this.#microsteps += under.microsteps;
    const pose = this.#poseOf(watched);
    if (!pose) return;
    this.#entries.push({
      at: Math.round(performance.now()),
      session: watched.actor.sessionId,
      flow: watched.flow,
      event: readEvent(plain(event)) ?? { type: event.type },
      ...under,
      pose,
    });
  }

  /** At once where nothing was told in this frame, else at its end. */
  #tellSoon(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    const wait = Math.max(0, this.#lastTold + FRAME - performance.now());
    if (wait === 0) queueMicrotask(() => this.#tell());
    else setTimeout(() => this.#tell(), wait);
  }

  #tell(): void {
    this.#isTelling = false;
    this.#lastTold = performance.now();
    const entries = this.#entries;
    const ended = this.#ended;
    this.#entries = [];
    this.#ended = [];
    this.#post({
      type: 'told',
      page: this.#page(),
      entries,
      ended,
      microsteps: this.#microsteps,
      ...this.#world(),
    });
  }

  #obey(data: unknown): void {
    const message = readFromVisualiser(data);
    if (!message) return;
    if (message.type === 'told to') {
      if (message.page !== this.#id) return;
      perform(this.#inspection, message.deed);
      this.#tellSoon();
      return;
    }
    const isNew = !this.#visualisers.has(message.visualiser);
    this.#visualisers.set(message.visualiser, performance.now());
    if (message.type === 'greeted' || (message.type === 'pinged' && isNew)) this.#present();
    if (message.type === 'pinged') this.#post({ type: 'ponged', page: this.#id });
    if (message.type === 'left') this.#part(message.visualiser);
  }

  /** A world that nobody is there to answer for goes on by itself. */
  #part(visualiser: string): void {
    this.#visualisers.delete(visualiser);
    if (this.#visualisers.size > 0) return;
    hold(this.#inspection, null);
    this.#tellSoon();
  }

  #forgetTheSilent(): void {
    for (const [visualiser, heard] of this.#visualisers)
      if (performance.now() - heard > PATIENCE) this.#part(visualiser);
  }
}

/** Lets a page speak with the visualisers of its origin. */
export const attend = (inspection: Inspection) => new Agent(inspection);
