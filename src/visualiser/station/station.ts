import type { Entry, LinkEvent, PageInfo } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import {
  type CallInfo,
  type Deed,
  type FromPage,
  type FromVisualiser,
  type Pose,
  readFromPage,
  readFromVisualiser,
  type Session,
} from '../channel/messages.ts';
import { CHANNEL } from '../channel/names.ts';
import { answersTo, refusalsIn } from './guards.ts';

/** How often the pages are asked whether they are there, in milliseconds. */
const PING = 1_000;

/** A page as it is now. */
export type World = { page: PageInfo; sessions: Session[]; calls: CallInfo[]; held: string | null };

type Listener = (event: LinkEvent) => void;

/** The visualiser's end of the channel: what the pages of the site say, and what they are told. */
export class Station {
  /** This visualiser, and the name of its frame. */
  readonly me = `visualiser-${crypto.randomUUID()}`;
  #channel: BroadcastChannel | null = null;
  /** By the tab of the page. */
  readonly #worlds = new Map<string, World>();
  readonly #listeners = new Set<Listener>();
  #place = 0;

  /** Listens to the pages; returns how to stop. The channel is open as long as somebody does. */
  readonly listen = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    const close = this.#listeners.size === 1 ? this.#open() : () => {};
    return () => {
      this.#listeners.delete(listener);
      close();
    };
  };

  /** Asks who is there. */
  greet(): void {
    this.#post({ type: 'greeted', visualiser: this.me });
  }

  /** Tells a page to do something. */
  perform(page: string, deed: Deed): void {
    this.#post({ type: 'told to', page, deed });
  }

  /** What is known of the page in a tab. */
  worldIn(tab: string): World | undefined {
    return this.#worlds.get(tab);
  }

  /** Waits until the page in a tab is as it should be, and returns what was looked for. */
  until<Found>(
    tab: string,
    look: (world: World) => Found | null,
    { patience, signal }: { patience: number; signal: AbortSignal },
  ): Promise<Found | null> {
    return new Promise((resolve) => {
      const end = (found: Found | null) => {
        clearTimeout(timer);
        stop();
        resolve(found);
      };
      const check = () => {
        const world = this.#worlds.get(tab);
        const found = world ? look(world) : null;
        if (found !== null) end(found);
      };
      const timer = setTimeout(() => end(null), patience);
      const stop = this.listen(check);
      signal.addEventListener('abort', () => end(null));
      check();
    });
  }

  /** Waits for something to happen to a flow on the page in a tab. Rejects when the flow has gone before it does. */
  next(
    tab: string,
    session: string,
    isIt: (event: { type: string }) => boolean,
    signal: AbortSignal,
  ): Promise<Entry> {
    return new Promise((resolve, reject) => {
      const stop = this.listen((told) => {
        if (told.type !== 'told' || told.page.tab !== tab) return;
        const found = told.entries.find((entry) => entry.session === session && isIt(entry.event));
        if (found) resolve(found);
        else if (!told.ended.includes(session)) return;
        else reject(new Error('The flow does not run on the page.'));
        stop();
      });
      signal.addEventListener('abort', stop);
    });
  }

  #post(message: FromVisualiser): void {
    this.#channel?.postMessage(message);
  }

  #open(): () => void {
    const channel = new BroadcastChannel(CHANNEL);
    this.#channel = channel;
    channel.onmessage = ({ data }) => this.#hear(data);
    const leave = () => this.#post({ type: 'left', visualiser: this.me });
    const ping = () => this.#post({ type: 'pinged', visualiser: this.me });
    const timer = setInterval(ping, PING);
    window.addEventListener('pagehide', leave);
    this.greet();
    return () => {
      leave();
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      channel.close();
      this.#channel = null;
    };
  }

  #tell(event: LinkEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #hear(data: unknown): void {
    const message = readFromPage(data);
    if (message) this.#hearPage(message);
    const other = readFromVisualiser(data);
    if (other?.type === 'greeted' || other?.type === 'pinged')
      this.#tell({ type: 'otherSeen', visualiser: other.visualiser });
    if (other?.type === 'left') this.#tell({ type: 'otherLeft', visualiser: other.visualiser });
  }

  #hearPage(message: FromPage): void {
    switch (message.type) {
      case 'present': {
        const { page, sessions, calls, held } = message;
        const isNew = this.#worlds.get(page.tab)?.page.id !== page.id;
        this.#worlds.set(page.tab, { page, sessions, calls, held });
        this.#tell(message);
        // The page in this visualiser's own frame is the one that is looked at.
        if (isNew && page.tab === this.me) this.#tell({ type: 'chosen', page: page.id });
        break;
      }
      case 'told':
        this.#tell({ ...message, entries: this.#complete(message) });
        break;
      case 'parted':
        for (const [tab, { page }] of this.#worlds) if (page.id === message.page) this.#worlds.delete(tab);
        this.#tell(message);
        break;
      case 'ponged':
        this.#tell(message);
    }
  }

  /** Adds to each entry where it began and what the guards answered. */
  #complete({ page, entries, ended, calls, held }: Extract<FromPage, { type: 'told' }>): Entry[] {
    const known = this.#worlds.get(page.tab);
    const poses = new Map<string, Session>(
      known?.page.id === page.id ? known.sessions.map((session) => [session.session, session]) : [],
    );
    const complete = entries.map((entry): Entry => {
      const { session, flow, event, pose } = entry;
      const before: Pose | null = poses.get(session)?.pose ?? null;
      poses.set(session, { session, flow, pose });
      const answers = before ? answersTo(flow, before, event) : [];
      return { ...entry, place: this.#place++, before, answers, refusals: refusalsIn(flow, pose) };
    });
    for (const session of ended) poses.delete(session);
    this.#worlds.set(page.tab, { page, sessions: [...poses.values()], calls, held });
    return complete;
  }
}

/** This visualiser's station. */
export const station = new Station();
