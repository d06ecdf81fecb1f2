import type { LinkEvent, LogEntry, Session } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { CHANNEL } from '../channel/names.ts';
import { readFromPage, readFromVisualiser } from '../channel/protocol.ts';
import type { FromPage, FromVisualiser, PageCommand } from '../channel/types.ts';
import { falseGuardResultsIn, guardResultsFor } from './guardResults.ts';

/** How often the pages are asked whether they are there, in milliseconds. */
const PING_INTERVAL = 1_000;

type Observed = Extract<FromPage, { type: 'observed' }>;

/** The current state of a page, as its messages tell it. */
export type PageState = Pick<
  Extract<FromPage, { type: 'present' }>,
  'page' | 'sessions' | 'invokedActors' | 'paused'
>;

type Listener = (event: LinkEvent) => void;

/** The visualiser's end of the channel: what the pages of the site say, and what they are told. */
export class Connection {
  /** This visualiser, and the name of its frame. */
  readonly id = `visualiser-${crypto.randomUUID()}`;
  #channel: BroadcastChannel | null = null;
  /** By the tab of the page. */
  readonly #pageStates = new Map<string, PageState>();
  readonly #listeners = new Set<Listener>();
  #nextSequence = 0;

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
  sendHello(): void {
    this.#post({ type: 'hello', visualiser: this.id });
  }

  /** Tells a page to do something. */
  sendCommand(page: string, command: PageCommand): void {
    this.#post({ type: 'command', page, command });
  }

  /** What is known of the page in a tab. */
  pageStateIn(tab: string): PageState | undefined {
    return this.#pageStates.get(tab);
  }

  /** Waits until the page in a tab is as it should be, and returns what was looked for. */
  waitFor<Found>(
    tab: string,
    find: (pageState: PageState) => Found | null,
    { timeout, signal }: { timeout: number; signal: AbortSignal },
  ): Promise<Found | null> {
    return new Promise((resolve) => {
      const end = (found: Found | null) => {
        clearTimeout(timer);
        stop();
        resolve(found);
      };
      const check = () => {
        const pageState = this.#pageStates.get(tab);
        const found = pageState ? find(pageState) : null;
        if (found !== null) end(found);
      };
      const timer = setTimeout(() => end(null), timeout);
      const stop = this.listen(check);
      signal.addEventListener('abort', () => end(null));
      check();
    });
  }

  /** Waits for something to happen to a flow on the page in a tab. Rejects when the flow has gone before it does. */
  nextEntry(
    tab: string,
    session: string,
    isExpected: (event: { type: string }) => boolean,
    signal: AbortSignal,
  ): Promise<LogEntry> {
    return new Promise((resolve, reject) => {
      const stop = this.listen((update) => {
        if (update.type !== 'observed' || update.page.tab !== tab) return;
        const found = update.entries.find((entry) => entry.session === session && isExpected(entry.event));
        if (found) resolve(found);
        else if (!update.endedSessions.includes(session)) return;
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
    channel.onmessage = ({ data }) => this.#receive(data);
    const sayGoodbye = () => this.#post({ type: 'goodbye', visualiser: this.id });
    const ping = () => this.#post({ type: 'ping', visualiser: this.id });
    const timer = setInterval(ping, PING_INTERVAL);
    window.addEventListener('pagehide', sayGoodbye);
    this.sendHello();
    return () => {
      sayGoodbye();
      clearInterval(timer);
      window.removeEventListener('pagehide', sayGoodbye);
      channel.close();
      this.#channel = null;
    };
  }

  #notify(event: LinkEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #receive(data: unknown): void {
    const message = readFromPage(data);
    if (message) this.#receiveFromPage(message);
    const other = readFromVisualiser(data);
    if (other?.type === 'hello' || other?.type === 'ping')
      this.#notify({ type: 'otherVisualiserOpened', visualiser: other.visualiser });
    if (other?.type === 'goodbye')
      this.#notify({ type: 'otherVisualiserClosed', visualiser: other.visualiser });
  }

  #receiveFromPage(message: FromPage): void {
    switch (message.type) {
      case 'present': {
        const { page, sessions, invokedActors, paused } = message;
        const isNew = this.#pageStates.get(page.tab)?.page.id !== page.id;
        this.#pageStates.set(page.tab, { page, sessions, invokedActors, paused });
        this.#notify(message);
        // The page in this visualiser's own frame is the one that is looked at.
        if (isNew && page.tab === this.id) this.#notify({ type: 'pageChosen', page: page.id });
        break;
      }
      case 'observed':
        this.#notify({ ...message, entries: this.#withGuardResults(message) });
        break;
      case 'goodbye':
        for (const [tab, { page }] of this.#pageStates)
          if (page.id === message.page) this.#pageStates.delete(tab);
        this.#notify(message);
        break;
      case 'pong':
        this.#notify(message);
    }
  }

  /** Adds to each entry where it began and what the guards answered. */
  #withGuardResults({ page, entries, endedSessions, invokedActors, paused }: Observed): LogEntry[] {
    const pageState = this.#pageStates.get(page.tab);
    const sessionsById = new Map<string, Session>(
      pageState?.page.id === page.id ? pageState.sessions.map((session) => [session.session, session]) : [],
    );
    const complete = entries.map((entry): LogEntry => {
      const { session, flow, event, snapshot } = entry;
      const before = sessionsById.get(session)?.snapshot ?? null;
      sessionsById.set(session, { session, flow, snapshot });
      const answers = before ? guardResultsFor(flow, before, event) : [];
      return {
        ...entry,
        number: this.#nextSequence++,
        before,
        guardResults: answers,
        failedGuards: falseGuardResultsIn(flow, snapshot),
      };
    });
    for (const session of endedSessions) sessionsById.delete(session);
    this.#pageStates.set(page.tab, { page, sessions: [...sessionsById.values()], invokedActors, paused });
    return complete;
  }
}

/** This visualiser's station. */
export const connection = new Connection();
