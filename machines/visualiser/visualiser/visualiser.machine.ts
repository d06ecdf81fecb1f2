import { assertEvent, assign, enqueueActions, raise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { declareCallbackActor, declarePromiseActor, outputOf } from '../../shared/actors.ts';
import { buildComparisonMachine } from '../buildComparison/buildComparison.machine.ts';
import type { Recording } from '../recording.ts';
import { visualiserEnvironmentMachine } from '../visualiserEnvironment/visualiserEnvironment.machine.ts';
import { visualiserLinkMachine } from '../visualiserLink/visualiserLink.machine.ts';
import { visualiserMessagesMachine } from '../visualiserMessages/visualiserMessages.machine.ts';
import { visualiserRecorderMachine } from '../visualiserRecorder/visualiserRecorder.machine.ts';
import { isRunOver, visualiserRunMachine } from '../visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../visualiserRun/visualiserRun.types.ts';
import { visualiserViewMachine } from '../visualiserView/visualiserView.machine.ts';
import { entriesOf, entryAtStop, isOfFollowed, pageReportOf } from './visualiser.rules.ts';
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

type RecorderSnapshot = SnapshotFrom<typeof visualiserRecorderMachine>;

const firstOf = ({ context }: { context: VisualiserContext }): Run | undefined => context.next[0];

/**
 * The visualiser: invokes the machines of its parts and forwards to each the reports that concern it. It starts the
 * runs of a queue one after the other, and opens the data in the address.
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
    producesMessages: ({ context }) => context.next.some(({ message }) => message !== undefined),
    isFailure: (_, { failure }: Linked) => failure !== null,
    isRecording: (_, { recording }: Linked) => recording !== null,
    showsMessages: ({ event }) => {
      assertEvent(event, 'reported');
      return event.shown.length > 0;
    },
    isOfFollowedPage: ({ context, event }) => isOfFollowed(context, event),
    replacesFollowedPage: ({ context: { followed }, event }) => {
      const report = pageReportOf(event);
      return (
        report?.type === 'present' && report.page.tab === followed?.tab && report.page.id !== followed.id
      );
    },
    reachesStop: ({ context, event }) => entryAtStop(context, event) !== undefined,
    resumesFollowedPage: ({ context, event }) => {
      const report = pageReportOf(event);
      return (
        isOfFollowed(context, event) &&
        context.followed?.isPaused === true &&
        report?.type === 'observed' &&
        report.paused === null
      );
    },
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
      return { stop: null, stoppedAt: { stop: event.stop, entry: event.entry } };
    }),
    pauseRun: sendTo('visualiserRun', { type: 'pauseRequested' }),
    dismissRun: sendTo('visualiserRun', { type: 'dismissed' }),
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
    forwardToLink: sendTo('visualiserLink', ({ event }) => {
      assertEvent(event, 'reported');
      return event.report;
    }),
    forwardShown: sendTo('visualiserMessages', ({ event }) => {
      assertEvent(event, 'reported');
      return { type: 'shown', titles: event.shown };
    }),
    forwardAnswers: sendTo('visualiserEnvironment', ({ event }) => ({
      type: 'answersUsed',
      left: pageReportOf(event)?.answersLeft ?? [],
    })),
    /** Forwards the transitions of the recorded flow. A recording ends where the flow starts anew. */
    forwardTransitions: enqueueActions(({ context, event, enqueue }) => {
      for (const { flow, before, event: observed, snapshot: after } of entriesOf(event))
        if (flow === context.recordedFlow)
          enqueue.sendTo(
            'visualiserRecorder',
            before === null
              ? { type: 'recordingStopped' }
              : { type: 'transitionObserved', transition: { before, event: observed, after } },
          );
    }),
    endRecording: sendTo('visualiserRecorder', { type: 'recordingStopped' }),
    raiseStopReached: raise(({ context, event }) => {
      const page = pageReportOf(event)?.page.id;
      const entry = entryAtStop(context, event);
      if (!context.stop || !entry || page === undefined) throw new Error('No stop is reached.');
      return { type: 'stopReached', page, stop: context.stop, entry };
    }),
    clearStoppedAt: assign({ stoppedAt: null }),
    setFollowed: assign((_, { context: { followedPage, paused } }: LinkSnapshot) => ({
      followed: followedPage && { ...followedPage, isPaused: paused !== null },
    })),
    setRecordedFlow: assign((_, { context }: RecorderSnapshot) => ({ recordedFlow: context.flow })),
    forwardFollowedPage: enqueueActions(({ enqueue }, { context: { followedPage } }: LinkSnapshot) => {
      if (followedPage)
        enqueue.sendTo('visualiserEnvironment', { type: 'pageFollowed', tab: followedPage.tab });
    }),
    restoreInspector: sendTo('visualiserView', ({ context: { input } }) => ({
      type: `inspector.${input.kept?.inspector ?? 'now'}` as const,
    })),
    /** Shows the page of another tab where the address asks for it. */
    restorePreview: sendTo('visualiserView', ({ context: { input } }) => ({
      type: `preview.${input.isPageInTab ? 'tab' : (input.kept?.preview ?? 'phone')}` as const,
    })),
    openRecording: enqueueActions(({ enqueue }, recording: Recording | null) => {
      if (!recording) return;
      enqueue.sendTo('visualiserRecorder', { type: 'recordingDiscarded' });
      enqueue.sendTo('visualiserRecorder', { type: 'recordingOpened', recording });
    }),
    setOpenProblem: assign(({ event }) => {
      assertEvent(event, 'fileOpened');
      return { openProblem: event.problem };
    }),
    setHash: assign(({ context, event }) => {
      assertEvent(event, 'addressChanged');
      return { input: { ...context.input, hash: event.hash } };
    }),
    setLinkedProblem: assign((_, { problem }: Linked) => ({ openProblem: problem })),
    showTest: sendTo('visualiserView', { type: 'inspector.test' }),
    runFailure: raise(
      (_, { failure }: Linked): VisualiserEvent => ({
        type: 'runsRequested',
        runs: failure ? [failure] : [],
      }),
    ),
    /** Shows the frame where a run is performed in it. */
    prepareRun: (_, _run: Run | undefined) => {},
    /** Pauses the environment of a flow on a page. */
    pausePage: (_) => {},
    /** Keeps a run of a path where it has ended well. */
    saveGreenRun: (_) => {},
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
    followed: null,
    recordedFlow: null,
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
        actions: [
          { type: 'setFollowed', params: ({ event }) => event.snapshot },
          { type: 'forwardFollowedPage', params: ({ event }) => event.snapshot },
          'saveVisit',
        ],
      },
    },
    {
      id: 'visualiserView',
      src: 'view',
      input: ({ context: { input } }) => ({ isOutline: input.kept?.isOutline ?? false, ...input.view }),
      onSnapshot: { actions: 'saveVisit' },
    },
    {
      id: 'visualiserRecorder',
      src: 'recorder',
      onSnapshot: { actions: { type: 'setRecordedFlow', params: ({ event }) => event.snapshot } },
    },
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
    runsStopped: { actions: 'clearQueue' },
    stopReached: { actions: ['noteStop', 'pauseRun', 'pausePage'] },
    stopChosen: { actions: 'setStop' },
    fileOpened: { actions: 'setOpenProblem' },
    left: { actions: 'saveSession' },
    // The frame of the page is on the list of messages.
    navigated: { guard: 'producesMessages', actions: 'clearQueue' },
  },
  states: {
    link: { on: { reported: { actions: 'forwardToLink' } } },
    messages: { on: { reported: { guard: 'showsMessages', actions: 'forwardShown' } } },
    environment: { on: { reported: { guard: 'isOfFollowedPage', actions: 'forwardAnswers' } } },
    recorder: {
      on: {
        reported: [
          { guard: 'replacesFollowedPage', actions: 'endRecording' },
          { guard: 'isOfFollowedPage', actions: 'forwardTransitions' },
        ],
      },
    },
    stop: {
      on: {
        reported: [
          { guard: 'reachesStop', actions: 'raiseStopReached' },
          { guard: 'resumesFollowedPage', actions: 'clearStoppedAt' },
        ],
      },
    },
    address: {
      initial: 'restoring',
      on: { addressChanged: { target: '.reading', actions: 'setHash' } },
      states: {
        restoring: {
          description: 'The view of an earlier load is restored.',
          entry: [
            'restoreInspector',
            'restorePreview',
            { type: 'openRecording', params: ({ context }) => context.input.kept?.recording ?? null },
          ],
          always: 'reading',
        },
        reading: {
          description: 'The fragment of the address may contain a failure or a recording.',
          invoke: {
            src: 'readAddress',
            input: ({ context }) => ({ hash: context.input.hash }),
            onDone: [
              {
                guard: { type: 'isFailure', params: outputOf },
                target: 'read',
                actions: [
                  { type: 'setLinkedProblem', params: outputOf },
                  'showTest',
                  { type: 'runFailure', params: outputOf },
                ],
              },
              {
                guard: { type: 'isRecording', params: outputOf },
                target: 'read',
                actions: [
                  { type: 'setLinkedProblem', params: outputOf },
                  'showTest',
                  { type: 'openRecording', params: ({ event }) => event.output.recording },
                ],
              },
              { target: 'read', actions: { type: 'setLinkedProblem', params: outputOf } },
            ],
            onError: 'read',
          },
        },
        read: { description: 'What the address contains is open.' },
      },
    },
    runs: {
      initial: 'idle',
      on: { runDismissed: { target: '.idle', actions: ['clearQueue', 'dismissRun'] } },
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
                actions: ['reportRun', 'saveGreenRun', { type: 'prepareRun', params: firstOf }, 'startNext'],
              },
              { guard: 'isRunOver', target: 'idle', actions: ['reportRun', 'saveGreenRun'] },
            ],
          },
        },
      },
    },
  },
});
