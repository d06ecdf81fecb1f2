import type { Expectation } from '../../../../machines/checks/checks.types.ts';
import type {
  LinkEvent,
  LogEntry,
  Observation,
  Session,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { RunOutcome } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';

type Present = Extract<LinkEvent, { type: 'present' }>;
type Observed = Extract<LinkEvent, { type: 'observed' }>;
type Pictured = Extract<LinkEvent, { type: 'pictured' }>;

/**
 * A log entry as a page sends it; the visualiser adds the rest. `order` counts what happened on the page since it was
 * loaded, entries and observations; the load itself is 0.
 */
export type Entry = Omit<LogEntry, 'number' | 'before' | 'guardResults' | 'failedGuards'> & { order: number };

/** An observation as a page sends it. */
export type SentObservation = Observation & { order: number; at: number };

/**
 * The results of checking a page: for the state that the page shows, and then for each expectation, a problem or null; and
 * the element that has the focus.
 */
export type Findings = { problems: (string | null)[]; focused: string };

/** A message of a page to every visualiser. `microsteps` counts all microsteps since the page was loaded. */
export type FromPage =
  /** The page exists: sent when its agent starts, and in reply to a hello or the first ping of a visualiser. */
  | Omit<Present, 'number'>
  /** The entries, observations and ended sessions since the last message. */
  | (Omit<Observed, 'entries' | 'observations'> & { entries: Entry[]; observations: SentObservation[] })
  /** The changes of the page up to the frame after the entry or observation with that order. */
  | (Omit<Pictured, 'entry'> & { order: number })
  | Extract<LinkEvent, { type: 'pong' | 'goodbye' }>
  /** The findings of a check, by its number. */
  | ({ type: 'checked'; page: string; check: number } & Findings);

/** The outcome of an invoked actor: one of its cases, that of the real actor, or none. */
export type ActorOutcome = RunOutcome | { kind: 'real' } | { kind: 'never' };

/** The outcome that an actor gets instead of its real one. */
export type Answer = {
  flow: string;
  actor: string;
  outcome: ActorOutcome;
  /** In milliseconds. */
  delay: number;
  /** How often it is given; null for every time. */
  times: number | null;
};

/** The environment of a page as a visualiser sets it; null for what is left to the browser. */
export type PageEnvironment = {
  isOffline: boolean;
  answers: Answer[];
  colorScheme: 'light' | 'dark' | null;
  reducedMotion: 'reduce' | 'no-preference' | null;
};

export type PageCommand =
  | { type: 'send'; session: string; event: LogEntry['event'] }
  /** `delay` in milliseconds. */
  | { type: 'provideOutcome'; invokedActor: number; outcome: ActorOutcome; delay?: number }
  | { type: 'fireTimer'; session: string }
  /** Checks what the page shows of a flow. The page answers with the same number. */
  | { type: 'check'; check: number; flow: string; state: string; expectations: Expectation[] }
  /** Pauses the environment of one flow; null resumes. Actors that wait are started then, unless they are kept waiting. */
  | { type: 'pause'; flow: string | null; keepsWaiting?: boolean }
  /** Clears the drafts of some flows and loads a page; with a restart, one flow starts in the given state. */
  | {
      type: 'open';
      path: string;
      draftsToClear: string[];
      restart: Pick<Session, 'flow' | 'snapshot'> | null;
    }
  /** Sets the environment of the page, also after a reload. */
  | { type: 'configure'; environment: PageEnvironment };

/** A message of a visualiser, to every page unless it names one. */
export type FromVisualiser =
  | { type: 'hello' | 'ping' | 'goodbye'; visualiser: string }
  | { type: 'command'; page: string; command: PageCommand };
