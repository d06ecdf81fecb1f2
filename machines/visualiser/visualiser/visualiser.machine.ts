import { assertEvent, assign, enqueueActions, raise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { declareCallbackActor, declarePromiseActor, outputOf } from '../../shared/actors.ts';
import { buildComparisonMachine } from '../buildComparison/buildComparison.machine.ts';
import { visualiserEnvironmentMachine } from '../visualiserEnvironment/visualiserEnvironment.machine.ts';
import { visualiserLinkMachine } from '../visualiserLink/visualiserLink.machine.ts';
import { visualiserMessagesMachine } from '../visualiserMessages/visualiserMessages.machine.ts';
import { visualiserRecorderMachine } from '../visualiserRecorder/visualiserRecorder.machine.ts';
import { isRunOver, visualiserRunMachine } from '../visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../visualiserRun/visualiserRun.types.ts';
import { visualiserViewMachine } from '../visualiserView/visualiserView.machine.ts';
import { isReached } from './visualiser.rules.ts';
import type { Linked, VisualiserContext, VisualiserEvent, VisualiserInput } from './visualiser.types.ts';

export const visualiserActors = {
  link: visualiserLinkMachine,
  run: visualiserRunMachine,
  view: visualiserViewMachine,
  recorder: visualiserRecorderMachine,
  comparison: buildComparisonMachine,
  environment: visualiserEnvironmentMachine,
  messages: visualiserMessagesMachine,
  /** Sends the reports of the pages and of other visualisers. */
  pages: declareCallbackActor('pages'),
  /** Resolves with the contents of the address's fragment. */
  readAddress: declarePromiseActor<Linked, { hash: string }>('readAddress'),
};

type LinkSnapshot = SnapshotFrom<typeof visualiserLinkMachine>;

const firstOf = ({ context }: { context: VisualiserContext }): Run | undefined => context.next[0];

/**
 * The visualiser: invokes the machines of its parts, and tells each what concerns it. It passes on the reports of
 * the pages, starts the runs of a queue one after the other, and opens the data in the address.
 */
export const visualiserMachine = setup({
  types: {
    context: {} as VisualiserContext,
    events: {} as VisualiserEvent,
    input: {} as VisualiserInput,
    children: {} as {
      visualiserLink: 'link';
      visualiserRun: 'run';
      visualiserView: 'view';
      visualiserRecorder: 'recorder';
      buildComparison: 'comparison';
      visualiserEnvironment: 'environment';
      visualiserMessages: 'messages';
    },
  },
  actors: visualiserActors,
  guards: {
    isRunOver: ({ event }) => {
      assertEvent(event, 'runChanged');
      return isRunOver(event.snapshot);
    },
    isRunOverAndHasNext: ({ context, event }) => {
      assertEvent(event, 'runChanged');
      return isRunOver(event.snapshot) && context.next.length > 0;
    },
    isRunDismissed: ({ event }) => {
      assertEvent(event, 'runChanged');
      return event.snapshot.matches({ inactive: 'idle' });
    },
    producesMessages: ({ context }) => context.next.some(({ message }) => message !== undefined),
  },
  actions: {
    setQueue: assign(({ event }) => {
      assertEvent(event, 'runsRequested');
      return { next: event.runs, interrupted: null };
    }),
    setStop: assign(({ event }) => {
      assertEvent(event, 'stopChosen');
      return { stop: event.stop, stoppedAt: null };
    }),
    noteStop: assign(({ event }) => {
      assertEvent(event, 'stopReached');
      return { stop: null, stoppedAt: event.stop };
    }),
    pauseRun: sendTo('visualiserRun', { type: 'pauseRequested' }),
    clearQueue: assign({ next: [] }),
    /** Starts the first run of the queue. */
    startNext: enqueueActions(({ context: { next }, enqueue }) => {
      const [first, ...rest] = next;
      if (!first) return;
      enqueue.assign({ next: rest });
      enqueue.sendTo('visualiserRun', { type: 'started', run: first });
    }),
    /** Tells whether a run has led to its message. */
    reportRun: enqueueActions(({ enqueue, event }) => {
      assertEvent(event, 'runChanged');
      const { run, error } = event.snapshot.context;
      const title = run?.message;
      if (title !== undefined) enqueue.sendTo('visualiserMessages', { type: 'ran', title, failure: error });
    }),
    /** Passes reports to the parts: transitions of its flow to the recorder, answers to the environment. */
    tellParts: enqueueActions(({ context: { stop }, event, enqueue, self }) => {
      assertEvent(event, 'reported');
      const { visualiserLink, visualiserRecorder } = self.getSnapshot().children;
      const followedPage = visualiserLink?.getSnapshot().context.followedPage;
      const recordedFlow = visualiserRecorder?.getSnapshot().context.flow;
      const { report, shown } = event;
      enqueue.sendTo('visualiserLink', report);
      if (shown.length > 0) enqueue.sendTo('visualiserMessages', { type: 'shown', titles: shown });
      if (report.type !== 'present' && report.type !== 'observed') return;
      const isFollowed = report.page.id === followedPage?.id;
      if (isFollowed)
        enqueue.sendTo('visualiserEnvironment', { type: 'answersUsed', left: report.answersLeft ?? [] });
      if (report.type === 'present') {
        if (!isFollowed && report.page.tab === followedPage?.tab)
          enqueue.sendTo('visualiserRecorder', { type: 'recordingStopped' });
        return;
      }
      const wasPaused = visualiserLink?.getSnapshot().context.paused !== null;
      if (isFollowed && wasPaused && report.paused === null) enqueue.assign({ stoppedAt: null });
      if (isFollowed && stop && report.entries.some((entry) => isReached(stop, entry)))
        enqueue.raise({ type: 'stopReached', page: report.page.id, stop });
      const recorded = isFollowed ? report.entries.filter(({ flow }) => flow === recordedFlow) : [];
      for (const { before, event: observed, snapshot: after } of recorded)
        enqueue.sendTo(
          'visualiserRecorder',
          before === null
            ? { type: 'recordingStopped' }
            : { type: 'transitionObserved', transition: { before, event: observed, after } },
        );
    }),
    /** Tells the environment the tab of the page that is followed. */
    tellFollowedPage: enqueueActions(({ enqueue }, { context: { followedPage } }: LinkSnapshot) => {
      if (followedPage)
        enqueue.sendTo('visualiserEnvironment', { type: 'pageFollowed', tab: followedPage.tab });
    }),
    /** Restores the earlier view, and shows the page of another tab where the address asks for it. */
    openKept: enqueueActions(({ context: { input }, enqueue }) => {
      const { kept, isPageInTab } = input;
      if (kept) enqueue.sendTo('visualiserView', { type: `inspector.${kept.inspector}` });
      const preview = isPageInTab ? 'tab' : kept?.preview;
      if (preview) enqueue.sendTo('visualiserView', { type: `preview.${preview}` });
      if (kept?.recording)
        enqueue.sendTo('visualiserRecorder', { type: 'recordingOpened', recording: kept.recording });
    }),
    setOpenProblem: assign(({ event }) => {
      assertEvent(event, 'fileOpened');
      return { openProblem: event.problem };
    }),
    setHash: assign(({ context, event }) => {
      assertEvent(event, 'addressChanged');
      return { input: { ...context.input, hash: event.hash } };
    }),
    /** Opens the data in the address, in its tab. */
    openLinked: enqueueActions(({ enqueue }, linked: Linked) => {
      enqueue.assign({ openProblem: linked.problem });
      const { failure, recording } = linked;
      if (failure || recording) enqueue.sendTo('visualiserView', { type: 'inspector.test' });
      if (recording) {
        enqueue.sendTo('visualiserRecorder', { type: 'recordingDiscarded' });
        enqueue.sendTo('visualiserRecorder', { type: 'recordingOpened', recording });
      }
      if (failure) enqueue.raise({ type: 'runsRequested', runs: [failure] });
    }),
    /** Shows the frame where a run is performed in it. */
    prepareRun: (_, _run: Run | undefined) => {},
    /** Pauses the environment of a flow on a page. */
    pausePage: (_) => {},
    /** Saves the data for a reload of the visualiser in its tab. */
    saveSession: (_) => {},
    /** Saves the data for the next visit in the browser. */
    saveVisit: (_) => {},
  },
}).createMachine({
  id: 'visualiser',
  context: ({ input }) => ({
    input,
    openProblem: null,
    stop: null,
    stoppedAt: null,
    interrupted: input.kept?.run ?? null,
    next: [],
  }),
  invoke: [
    {
      id: 'visualiserLink',
      src: 'link',
      input: ({ context: { input } }) => ({
        coverage: input.coverage,
        timeline: input.kept?.timeline ?? [],
      }),
      onSnapshot: {
        actions: [{ type: 'tellFollowedPage', params: ({ event }) => event.snapshot }, 'saveVisit'],
      },
    },
    {
      id: 'visualiserView',
      src: 'view',
      input: ({ context: { input } }) => ({ isOutline: input.kept?.isOutline ?? false, ...input.view }),
      onSnapshot: { actions: 'saveVisit' },
    },
    { id: 'visualiserRecorder', src: 'recorder' },
    { id: 'buildComparison', src: 'comparison' },
    { id: 'visualiserEnvironment', src: 'environment' },
    {
      id: 'visualiserMessages',
      src: 'messages',
      input: ({ context }) => ({ seen: context.input.seen }),
      onSnapshot: { actions: 'saveVisit' },
    },
    {
      id: 'visualiserRun',
      src: 'run',
      input: ({ context }) => ({ pathResults: context.input.kept?.pathResults ?? {} }),
      onSnapshot: {
        actions: raise(({ event }): VisualiserEvent => ({ type: 'runChanged', snapshot: event.snapshot })),
      },
    },
    { id: 'pages', src: 'pages' },
  ],
  type: 'parallel',
  on: {
    reported: { actions: 'tellParts' },
    runsStopped: { actions: 'clearQueue' },
    stopReached: { actions: ['noteStop', 'pauseRun', 'pausePage'] },
    stopChosen: { actions: 'setStop' },
    fileOpened: { actions: 'setOpenProblem' },
    left: { actions: 'saveSession' },
    // The frame of the page is on the list of messages.
    navigated: { guard: 'producesMessages', actions: 'clearQueue' },
  },
  states: {
    address: {
      initial: 'reading',
      entry: 'openKept',
      on: { addressChanged: { target: '.reading', actions: 'setHash' } },
      states: {
        reading: {
          description: 'The fragment of the address may contain a failure or a recording.',
          invoke: {
            src: 'readAddress',
            input: ({ context }) => ({ hash: context.input.hash }),
            onDone: {
              target: 'read',
              actions: { type: 'openLinked', params: outputOf },
            },
            onError: 'read',
          },
        },
        read: { description: 'What the address contains is open.' },
      },
    },
    runs: {
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is run.',
          on: {
            runsRequested: {
              target: 'running',
              actions: ['setQueue', { type: 'prepareRun', params: firstOf }, 'startNext'],
            },
          },
        },
        running: {
          description: 'The runs of the queue are performed one after the other.',
          on: {
            runChanged: [
              {
                guard: 'isRunOverAndHasNext',
                actions: ['reportRun', { type: 'prepareRun', params: firstOf }, 'startNext'],
              },
              { guard: 'isRunOver', target: 'idle', actions: 'reportRun' },
              { guard: 'isRunDismissed', target: 'idle', actions: 'clearQueue' },
            ],
          },
        },
      },
    },
  },
});
