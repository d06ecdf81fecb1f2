import { type AnyMachineSnapshot, type InspectionEvent, isMachineSnapshot } from 'xstate';
import type { PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { runtime, stateName } from '../../../../machines/paths/index.ts';
import type {
  Call,
  Failure,
  Observation,
  PageInfo,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { toCloneable } from '../../shared/channel/cloneable.ts';
import { nextNumber } from '../../shared/channel/entryNumbers.ts';
import { CHANNEL, FRAME_PREFIX } from '../../shared/channel/names.ts';
import { toPlainData } from '../../shared/channel/plainData.ts';
import {
  type Entry,
  type FromPage,
  type PageCommand,
  readEvent,
  readFromVisualiser,
  readPersistedSnapshot,
  type SentObservation,
} from '../../shared/channel/protocol.ts';
import { ConfiguredEnvironment } from '../environment/ConfiguredEnvironment.ts';
import type { InspectedFlow, Inspection } from '../instrumentation/inspection.ts';
import { forgetErrors, receiveProblems } from '../instrumentation/pageProblems.ts';
import { savedRestart } from '../instrumentation/startup.ts';
import { forgetTab, isStorageForbidden, removeFromTab, saveTab, tabId } from '../instrumentation/tab.ts';
import { alertBoxes, noteAlertBoxes } from './alertBoxes.ts';
import { noteFocus } from './focusOfPage.ts';
import { observeCalls } from './observedCalls.ts';
import { PageRecorder } from './PageRecorder.ts';
import { PauseBar } from './PauseBar.ts';
import { UntouchedLayer } from './UntouchedLayer.ts';

/** Milliseconds between two reports: about one frame. */
const BATCH_INTERVAL = 16;

/** The snapshot of a flow as data. XState persists no context that contains itself, and no nameless actor. */
function persistedSnapshotOf(
  { actor }: InspectedFlow,
  snapshot: AnyMachineSnapshot = actor.getSnapshot(),
): PersistedSnapshot | null {
  const persisted = () => {
    try {
      return actor.logic.getPersistedSnapshot(snapshot);
    } catch {
      return { ...Object(snapshot.toJSON()), children: {} };
    }
  };
  const { context, ...others } = Object(persisted());
  return readPersistedSnapshot({ ...Object(toPlainData(others)), context: toCloneable(context) });
}

function failureOf({ failure }: InspectedFlow, snapshot: PersistedSnapshot | null): Failure | null {
  if (!failure || !snapshot) return null;
  const { error, event } = failure;
  const message = error instanceof Error ? error.message : String(error);
  return { message, event: event.type, state: stateName(snapshot) };
}

/** Reports the flows of a page to every visualiser of the origin, and performs their commands. */
class Agent {
  readonly #inspection: Inspection;
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #environmentSettings: ConfiguredEnvironment;
  readonly #id = crypto.randomUUID();
  readonly #tab = tabId();
  readonly #pauseBar = new PauseBar(() => this.#resume());
  readonly #untouchedLayer = new UntouchedLayer();
  /** The ids of the open visualisers, as far as they have sent a message. */
  readonly #visualisers = new Set<string>();
  /** The microsteps since the last snapshot of each flow, by session. */
  readonly #pending = new Map<string, { transitions: string[]; microsteps: number }>();
  #entries: Entry[] = [];
  #observations: SentObservation[] = [];
  #callsDuringEvent: Call[] = [];
  /** The number of the load of the page, and that of the latest entry or observation. */
  readonly #loadNumber = nextNumber();
  #latest = this.#loadNumber;
  readonly #recorder = new PageRecorder({
    latest: () => this.#latest,
    send: (recorded) => {
      this.#reportUnsent();
      this.#post({ type: 'pictured', page: this.#id, ...recorded });
    },
  });
  #ended: string[] = [];
  #microsteps = 0;
  #lastReportAt = 0;
  #isReportScheduled = false;
  #isLeft = false;

  constructor(inspection: Inspection) {
    this.#inspection = inspection;
    this.#environmentSettings = new ConfiguredEnvironment(inspection.invokedActors);
    inspection.failureListener = (inspected) => this.#receiveFailure(inspected);
    inspection.invokedActors.onChange = () => this.#scheduleReport();
    noteFocus();
    noteAlertBoxes(
      () => inspection.invokedActors.paused !== null,
      () => this.#scheduleReport(),
    );
    observeCalls(
      () => inspection.invokedActors.starting,
      (call) => this.#receiveCall(call),
    );
    receiveProblems((problem) => {
      this.#addObservation({ kind: 'problem', problem });
      this.#scheduleReport();
    });
    this.#channel.onmessage = ({ data }) => this.#receiveMessage(data);
    window.addEventListener('pagehide', () => {
      this.#post({ type: 'goodbye', page: this.#id });
      this.#isLeft = true;
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.#isLeft = false;
      void this.#begin();
    });
    void this.#begin();
    // This comes last: reports of a page that has not presented itself are ignored.
    inspection.listen((...inspected) => this.#receiveInspection(...inspected));
  }

  /** Presents the page to the visualisers, each of which holds a lock as long as it is open; without one the page is left. */
  async #begin(): Promise<void> {
    this.#announce();
    const { held = [] } = await navigator.locks.query();
    if (!held.some(({ name }) => name?.startsWith(FRAME_PREFIX))) this.#leave();
  }

  /** Notes a visualiser until it is closed or crashes, which releases its lock. */
  async #note(visualiser: string): Promise<void> {
    this.#visualisers.add(visualiser);
    saveTab(this.#tab);
    await navigator.locks.request(visualiser, { mode: 'shared' }, () => {});
    this.#visualisers.delete(visualiser);
    if (this.#visualisers.size === 0) this.#leave();
  }

  /** Posts a message. A page that has said goodbye posts nothing: a visualiser would take it for a new one. */
  #post(message: FromPage): void {
    if (!this.#isLeft) this.#channel.postMessage(message);
  }

  #page(): PageInfo {
    return { id: this.#id, tab: this.#tab, path: window.location.pathname, title: document.title };
  }

  #environment() {
    const { invokedActors } = this.#inspection;
    const infos = [...invokedActors.active.values()].map(
      ({ startReal: _, sendOutcome: __, input, ...info }) => ({ ...info, input: toPlainData(input) }),
    );
    const { answersLeft } = this.#environmentSettings;
    return { invokedActors: infos, paused: invokedActors.paused, answersLeft };
  }

  #announce(): void {
    this.#pauseBar.show(this.#pauseText());
    const sessions = [...this.#inspection.running].flatMap(([session, inspected]) => {
      const snapshot = persistedSnapshotOf(inspected);
      const failure = failureOf(inspected, snapshot);
      return snapshot ? [{ session, flow: inspected.flow, snapshot, failure }] : [];
    });
    this.#reportUnsent();
    const microsteps = this.#microsteps;
    this.#post({
      type: 'present',
      number: this.#loadNumber,
      page: this.#page(),
      sessions,
      microsteps,
      ...this.#environment(),
    });
    if (this.#visualisers.size > 0) this.#recorder.start();
  }

  #receiveInspection(inspected: InspectedFlow, event: InspectionEvent, at: number): void {
    const session = inspected.actor.sessionId;
    const pending = this.#pending.get(session) ?? { transitions: [], microsteps: 0 };
    if (event.type === '@xstate.microstep') {
      pending.transitions.push(...runtime.transitionsTakenIn(event));
      pending.microsteps += 1;
      this.#pending.set(session, pending);
      return;
    }
    if (event.type !== '@xstate.snapshot' || inspected.failure) return;
    this.#pending.delete(session);
    if (event.snapshot.status === 'stopped') this.#ended.push(session);
    else
      this.#addEntry(inspected, event.event, {
        ...pending,
        at,
        snapshot: isMachineSnapshot(event.snapshot) ? persistedSnapshotOf(inspected, event.snapshot) : null,
      });
    this.#scheduleReport();
  }

  #receiveFailure(inspected: InspectedFlow): void {
    this.#pending.delete(inspected.actor.sessionId);
    this.#addEntry(inspected, inspected.lastEvent, {
      transitions: [],
      microsteps: 0,
      at: performance.now(),
      snapshot: persistedSnapshotOf(inspected),
    });
    this.#scheduleReport();
  }

  #addEntry(
    inspected: InspectedFlow,
    event: { type: string },
    {
      at,
      snapshot,
      ...taken
    }: Pick<Entry, 'transitions' | 'microsteps' | 'at'> & { snapshot: PersistedSnapshot | null },
  ) {
    // Counted only now, because React creates actors that take their first microsteps and never start.
    this.#microsteps += taken.microsteps;
    if (!snapshot) return;
    // In development React stops an actor that it has mounted, and starts it again.
    this.#ended = this.#ended.filter((ended) => ended !== inspected.actor.sessionId);
    this.#latest = nextNumber();
    this.#recorder.take();
    this.#entries.push({
      number: this.#latest,
      at: Math.round(at),
      session: inspected.actor.sessionId,
      flow: inspected.flow,
      event: readEvent(toPlainData(event)) ?? { type: event.type },
      ...taken,
      snapshot,
      failure: failureOf(inspected, snapshot),
    });
    for (const call of this.#callsDuringEvent.splice(0)) this.#addObservation(call);
  }

  /** An actor sends its request while its flow handles the event that starts it, which is added first. */
  #receiveCall(call: Call): void {
    const isHandlingEvent = [...this.#pending.keys()].some(
      (session) => this.#inspection.running.get(session)?.flow === call.flow,
    );
    if (isHandlingEvent) this.#callsDuringEvent.push(call);
    else this.#addObservation(call);
    this.#scheduleReport();
  }

  #addObservation(observation: Observation): void {
    this.#latest = nextNumber();
    this.#recorder.take();
    this.#observations.push({ ...observation, number: this.#latest, at: Math.round(performance.now()) });
  }

  /** Reports at once where nothing was reported in this frame, else at its end. */
  #scheduleReport(): void {
    if (this.#isReportScheduled) return;
    this.#isReportScheduled = true;
    const delay = Math.max(0, this.#lastReportAt + BATCH_INTERVAL - performance.now());
    if (delay === 0) queueMicrotask(() => this.#report());
    else setTimeout(() => this.#report(), delay);
  }

  #reportUnsent(): void {
    if (this.#entries.length > 0 || this.#observations.length > 0 || this.#ended.length > 0) this.#report();
  }

  #report(): void {
    this.#isReportScheduled = false;
    this.#pauseBar.show(this.#pauseText());
    this.#lastReportAt = performance.now();
    const entries = this.#entries;
    const observations = this.#observations;
    const ended = this.#ended;
    this.#entries = [];
    this.#observations = [];
    this.#ended = [];
    this.#post({
      type: 'observed',
      page: this.#page(),
      entries,
      observations,
      endedSessions: ended,
      microsteps: this.#microsteps,
      ...this.#environment(),
    });
  }

  #receiveMessage(data: unknown): void {
    const message = readFromVisualiser(data);
    if (message?.type === 'command') {
      if (message.page === this.#id) this.#perform(message.command);
      return;
    }
    if (!message || message.type === 'goodbye') return;
    const isNew = !this.#visualisers.has(message.visualiser);
    if (isNew) void this.#note(message.visualiser);
    if (message.type === 'hello' || (message.type === 'ping' && isNew)) this.#announce();
    if (message.type === 'ping') this.#post({ type: 'pong', page: this.#id });
  }

  /** Performs a command. Ignores one whose session or invoked actor has ended. */
  #perform(command: PageCommand): void {
    const { running, invokedActors } = this.#inspection;
    const isAsked = ['check', 'audit', 'outline'].includes(command.type);
    if (!isAsked) forgetErrors();
    switch (command.type) {
      case 'check':
        void this.#check(command);
        return;
      case 'audit':
        void this.#audit();
        return;
      case 'outline':
        this.#untouchedLayer.toggle();
        return;
      case 'send':
        running.get(command.session)?.actor.send(command.event);
        break;
      case 'fireTimer':
        running.get(command.session)?.clock.fireNext();
        break;
      case 'provideOutcome':
        if (command.delay === undefined) invokedActors.settle(command.invokedActor, command.outcome);
        else setTimeout(() => invokedActors.settle(command.invokedActor, command.outcome), command.delay);
        break;
      case 'pause':
        this.#inspection.pause(command.flow, command.keepsWaiting);
        break;
      case 'configure':
        this.#environmentSettings.set(command.environment);
        break;
      case 'open':
        if (!this.#prepare(command)) break;
        if (command.path === window.location.pathname) window.location.reload();
        else window.location.assign(command.path);
    }
    this.#scheduleReport();
  }

  /** Saves the start of the next page; reports a failure, after which the page stays as it is. */
  #prepare({ draftsToClear, restart }: Extract<PageCommand, { type: 'open' }>): boolean {
    const isSaved = savedRestart.save(restart);
    if (isSaved || restart === null) for (const flow of draftsToClear) removeFromTab(flow);
    if (isSaved || restart === null) return true;
    const reason = isStorageForbidden() ? 'is forbidden' : 'is full';
    const text = `The page cannot be loaded in this state: the storage of its tab ${reason}.`;
    this.#addObservation({ kind: 'problem', problem: { isError: true, text } });
    return false;
  }

  async #check({
    check,
    flow,
    step,
    state,
    expectations,
  }: Extract<PageCommand, { type: 'check' }>): Promise<void> {
    const { checkPage } = await import('./checkPage.ts');
    const found = await checkPage(flow, state, expectations);
    this.#addObservation({ kind: 'check', check, flow, step, ...found });
    this.#scheduleReport();
  }

  async #audit(): Promise<void> {
    const { violationsOfPage } = await import('./auditPage.ts');
    this.#addObservation({ kind: 'audit', violations: await violationsOfPage() });
    this.#scheduleReport();
  }

  /** The pause of the environment in a sentence; null where nothing waits for a visualiser. */
  #pauseText(): string | null {
    const { paused, active } = this.#inspection.invokedActors;
    const alert = alertBoxes.at(-1);
    if (paused !== null)
      return `The environment is paused.${alert === undefined ? '' : ` The last alert box: “${alert}”`}`;
    return [...active.values()].some(({ state }) => state === 'waiting')
      ? 'The environment waits for you.'
      : null;
  }

  #resume(): void {
    this.#inspection.pause(null);
    this.#scheduleReport();
  }

  /** Leaves the page as it is without a visualiser. Its environment resumes, because nobody can provide outcomes. */
  #leave(): void {
    this.#recorder.stop();
    this.#untouchedLayer.hide();
    this.#environmentSettings.reset();
    if (this.#pauseText() !== null) this.#resume();
    forgetTab();
  }
}

/** Connects a page with the visualisers of its origin. */
export const connect = (inspection: Inspection) => new Agent(inspection);
