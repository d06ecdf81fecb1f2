import { updateSessions } from '../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type {
  LinkEvent,
  LogEntry,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { withSharedParts } from '../../../../machines/visualiser/withSharedParts.ts';
import { nextNumber } from '../../shared/channel/entryNumbers.ts';
import { CHANNEL, FRAME_PREFIX } from '../../shared/channel/names.ts';
import {
  type FromPage,
  type FromVisualiser,
  type PageCommand,
  readFromPage,
  readFromVisualiser,
} from '../../shared/channel/protocol.ts';
import { falseGuardResultsIn, guardResultsFor } from './guardResults.ts';

/** Milliseconds between two pings to the pages. */
const PING_INTERVAL = 1_000;

type Observed = Extract<FromPage, { type: 'observed' }>;

/** The current state of a page, as its messages tell it. */
export type PageState = Pick<
  Extract<FromPage, { type: 'present' }>,
  'page' | 'sessions' | 'invokedActors' | 'paused'
>;

type Listener = (report: LinkEvent) => void;

/** The visualiser's end of the channel: receives the messages of the pages and sends commands to them. */
export class Connection {
  /** The id of this visualiser, which is also the name of its frame. */
  readonly id = `${FRAME_PREFIX}${crypto.randomUUID()}`;
  #channel: BroadcastChannel | null = null;
  #close = () => {};
  /** The state of each page, by its tab. */
  readonly #pageStates = new Map<string, PageState>();
  readonly #listeners = new Set<Listener>();
  #followsNextTab = false;

  /** Adds a listener and returns the function that removes it. The channel is open while there are listeners. */
  readonly listen = (listener: Listener): (() => void) => {
    if (this.#listeners.size === 0) this.#close = this.#open();
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#close();
    };
  };

  /** Asks every page to announce itself. */
  sendHello(): void {
    this.#post({ type: 'hello', visualiser: this.id });
  }

  sendCommand(page: string, command: PageCommand): void {
    this.#post({ type: 'command', page, command });
  }

  /** Follows the page of the tab that is opened next. */
  followNextTab(): void {
    this.#followsNextTab = true;
  }

  pageStateIn(tab: string): PageState | undefined {
    return this.#pageStates.get(tab);
  }

  /**
   * Resolves with the first result of `find`, which is called at once without a report, then with each report.
   * Rejects with its error. Does nothing after an abort.
   */
  find<Found>(find: (report: LinkEvent | null) => Found | null, signal: AbortSignal): Promise<Found> {
    return new Promise((resolve, reject) => {
      const receive = (report: LinkEvent | null): void => {
        try {
          const found = find(report);
          if (found === null) return;
          stop();
          resolve(found);
        } catch (error) {
          stop();
          reject(error);
        }
      };
      const stop = this.listen(receive);
      signal.addEventListener('abort', stop);
      receive(null);
    });
  }

  /** Lets a page check a flow; returns the number of its answer, which no other visualiser uses. */
  sendCheck(page: string, checked: Omit<Extract<PageCommand, { type: 'check' }>, 'type' | 'check'>): number {
    const check = nextNumber();
    this.sendCommand(page, { type: 'check', check, ...checked });
    return check;
  }

  #ping(): void {
    this.#post({ type: 'ping', visualiser: this.id });
  }

  #post(message: FromVisualiser): void {
    this.#channel?.postMessage(message);
  }

  /** Joins the channel, and leaves it when the visualiser is left. By the lock the pages know how long it is open. */
  #open(): () => void {
    let release = () => {};
    const join = () => {
      this.#channel = new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = ({ data }) => this.#receive(data);
      const isLeft = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks.request(this.id, () => {
        this.sendHello();
        return isLeft;
      });
    };
    const leave = () => {
      release();
      this.#post({ type: 'goodbye', visualiser: this.id });
      this.#channel?.close();
      this.#channel = null;
    };
    const joinAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) join();
    };
    const timer = setInterval(() => this.#ping(), PING_INTERVAL);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', joinAgain);
    join();
    return () => {
      leave();
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', joinAgain);
    };
  }

  #notify(report: LinkEvent): void {
    for (const listener of [...this.#listeners]) listener(report);
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
        const known = this.#pageStates.get(page.tab);
        const isOpened = this.#followsNextTab && !known;
        this.#pageStates.set(page.tab, { page, sessions, invokedActors, paused });
        this.#notify(message);
        // The page notes this visualiser by it.
        this.#ping();
        // A page in this visualiser's own frame, or in a tab that it has opened, is followed as soon as it is loaded.
        if (isOpened || (page.tab === this.id && known?.page.id !== page.id))
          this.#notify({ type: 'pageChosen', page: page.id });
        if (isOpened) this.#followsNextTab = false;
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
      case 'pictured':
      case 'pong':
        this.#notify(message);
    }
  }

  /** Adds to each entry the snapshot before it, and the guard results. */
  #withGuardResults({ page, entries, endedSessions, invokedActors, paused }: Observed): LogEntry[] {
    const known = this.#pageStates.get(page.tab);
    let sessions = known?.page.id === page.id ? known.sessions : [];
    const complete = entries.map((entry): LogEntry => {
      const { flow, event } = entry;
      const before = sessions.find(({ session }) => session === entry.session)?.snapshot ?? null;
      const { value: snapshot, size } = withSharedParts(entry.snapshot, before);
      sessions = updateSessions(sessions, [{ ...entry, snapshot }], []);
      return {
        ...entry,
        snapshot,
        size,
        before,
        guardResults: before ? guardResultsFor(flow, before, event) : [],
        failedGuards: falseGuardResultsIn(flow, snapshot),
      };
    });
    sessions = updateSessions(sessions, [], endedSessions);
    this.#pageStates.set(page.tab, { page, sessions, invokedActors, paused });
    return complete;
  }
}

export const connection = new Connection();
