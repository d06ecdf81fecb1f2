import type { Cases } from '../../paths/index.ts';
import { buildComparisonActors } from '../buildComparison/buildComparison.machine.ts';
import { visualiserEnvironmentActors } from '../visualiserEnvironment/visualiserEnvironment.machine.ts';
import { visualiserLinkCases } from '../visualiserLink/visualiserLink.cases.ts';
import { visualiserRecorderCases } from '../visualiserRecorder/visualiserRecorder.cases.ts';
import { visualiserRunCases } from '../visualiserRun/visualiserRun.cases.ts';
import { visualiserRunActors } from '../visualiserRun/visualiserRun.machine.ts';
import type { Run } from '../visualiserRun/visualiserRun.types.ts';
import { visualiserActors, type visualiserMachine } from './visualiser.machine.ts';
import type { Linked } from './visualiser.types.ts';

/** The actors of the visualiser and of its parts that reach outside. */
export const visualiserOutsideActors = {
  pages: visualiserActors.pages,
  readAddress: visualiserActors.readAddress,
  ...visualiserRunActors,
  ...visualiserEnvironmentActors,
  ...buildComparisonActors,
};

const { present, observed } = visualiserLinkCases.events;
const { run } = visualiserRunCases.events.started['a path of two steps'];

const MESSAGE = 'Scholarship: the terms';

const runTo = (title: string): Run => ({
  ...run,
  title,
  steps: run.steps.slice(0, 1),
  message: MESSAGE,
  skipsPauses: true,
});

const nothing: Linked = { failure: null, recording: null, problem: null };

const pressed = { 'by its button': {} };

/** Event cases and outcomes of the visualiser: the parts are the machines themselves. */
export const visualiserCases = {
  input: { hash: '', coverage: {}, seen: [], view: {}, isPageInTab: false, kept: null },
  events: {
    reported: {
      'a page': { report: { type: 'present', ...present['a page'] }, shown: [] },
      'the page, loaded again': {
        report: { type: 'present', ...present['the page, loaded again'] },
        shown: [],
      },
      'a transition of the page': {
        report: { type: 'observed', ...observed['by the page'] },
        shown: [MESSAGE],
      },
      'a page that is paused': {
        report: { type: 'observed', ...observed['by the page, which is paused'] },
        shown: [],
      },
    },
    runsRequested: {
      'a run to a message': { runs: [runTo('one')] },
      'two runs to one': { runs: [runTo('one'), runTo('two')] },
    },
    // The run of the visualiser sends its snapshots, and the visualiser finds where the page stops.
    runChanged: {},
    stopReached: {},
    stopChosen: {
      'at a state': { stop: { flow: 'scholarshipTerms', id: 'scholarshipTerms.shown', state: 'shown' } },
      nowhere: { stop: null },
    },
    runDismissed: pressed,
    runsStopped: pressed,
    fileOpened: { 'cut off': { problem: 'The file was cut off.' } },
    addressChanged: { 'to another fragment': { hash: '#failure' } },
    navigated: { 'to the messages': {} },
    left: { 'by a reload': {} },
  },
  outcomes: {
    pages: {},
    readAddress: {
      'nothing in it': { output: nothing },
      'a failure in it': { output: { ...nothing, failure: runTo('one') } },
      'a recording in it': {
        output: {
          ...nothing,
          recording: visualiserRecorderCases.events.recordingOpened['from a link'].recording,
        },
      },
      'cut off': { output: { ...nothing, problem: 'The link was cut off.' } },
      'not read': { error: new Error('The fragment cannot be read.') },
    },
    findTarget: { 'the flow runs': visualiserRunCases.outcomes.findTarget['the flow runs'] },
    sendStep: {
      'the panel is shown': visualiserRunCases.outcomes.sendStep['the panel is shown'],
      'the panel is hidden': visualiserRunCases.outcomes.sendStep['the panel is hidden'],
    },
    checkPage: { 'all is seen': visualiserRunCases.outcomes.checkPage['all is seen'] },
    setOnPage: {},
    loadOwnBuild: {},
  },
  project: ({ openProblem, stop, stoppedAt, next, followed, recordedFlow }) => ({
    openProblem,
    stop,
    isStopped: stoppedAt !== null,
    next: next.map(({ title }) => title),
    followed: followed && { id: followed.id, isPaused: followed.isPaused },
    recordedFlow,
  }),
} satisfies Cases<typeof visualiserMachine, typeof visualiserOutsideActors>;
