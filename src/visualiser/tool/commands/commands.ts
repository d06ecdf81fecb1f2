import { flushSync } from 'react-dom';
import {
  type ChartModel,
  type Flow,
  pendingIn,
  restoredSnapshot,
  toMermaid,
} from '../../../../machines/paths/index.ts';
import type { Stop } from '../../../../machines/visualiser/visualiser/visualiser.types.ts';
import { eventsIn } from '../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { focusById } from '../../../browser/focus.ts';
import type { PressedKey } from '../../../browser/useKeys.ts';
import type { Moment } from '../flows/moment.ts';
import { runAllPaths } from '../flows/pathRuns.ts';
import type { Cursor } from '../flows/useCursor.ts';
import {
  controlledTab,
  isRunActive,
  openPage,
  sendToFollowedPage,
  startRuns,
  type VisualiserFlows,
} from '../flows/visualiserFlows.ts';
import { nameIn } from '../model/chart/names.ts';
import { isRunnable } from '../model/flowModels.ts';
import { type Level, levels } from '../model/testRuns.ts';
import { outcomeOf } from '../runs/runSteps.ts';
import { openPalette } from './palette.ts';
import { type Panes, showNextRegion } from './panes.ts';
import { viewCommands } from './viewCommands.ts';

/** Something that a tester can do in the view of a flow. */
export type Command = {
  name: string;
  /** The key that does it, by its name in `PressedKey`. */
  key?: string;
  /** Whether the key does it while somebody types in a field, too. */
  isForFields?: boolean;
  /** Does it; null where it cannot be done now. */
  act: (() => unknown) | null;
};

type View = {
  flow: Flow;
  model: ChartModel;
  flows: VisualiserFlows;
  moment: Moment;
  cursor: Cursor;
  panes: Panes;
  /** Run the path to the selection, and to the nearest transition that is not covered; null where none can be run. */
  leadToSelection: (() => unknown) | null;
  leadToUncovered: (() => unknown) | null;
  openAll: () => unknown;
  select: (id: string) => unknown;
  showLevel: (level: Level | 'any') => unknown;
};

/** The beginning of each command that selects a part of the chart. */
const GO_TO = 'Go to ';

/** The id of the element around the chart. */
export const CHART_AREA = 'chart';

/** Whether an environment is paused, or an actor waits for its outcome. */
export const isPaused = ({ link }: Pick<VisualiserFlows, 'link'>): boolean => {
  const { paused, invokedActors } = link.snapshot.context;
  return paused !== null || invokedActors.some(({ state }) => state === 'waiting');
};

/** Pauses the environment of a flow, or resumes a paused one. */
export const togglePause = (flow: Flow, flows: VisualiserFlows): void =>
  sendToFollowedPage(flows, { type: 'pause', flow: isPaused(flows) ? null : flow.id });

/**
 * Makes the next step of a run that is paused. Otherwise, while the environment is paused, gives the actor that waits the
 * first outcome of its cases; where none waits, fires the next timer.
 */
function step({ flow, moment: { session }, flows }: View): void {
  if (flows.run.snapshot.can({ type: 'stepped' })) {
    flows.run.send({ type: 'stepped' });
    return;
  }
  const { paused, invokedActors } = flows.link.snapshot.context;
  if (!session || paused !== flow.id) return;
  const waiting = invokedActors.find((each) => each.session === session.session && each.state === 'waiting');
  const outcomes = Object.entries(flow.outcomes[waiting?.actor ?? ''] ?? {});
  const [outcome] = outcomes.find(([, known]) => 'error' in known || 'output' in known) ?? [];
  if (waiting && outcome !== undefined)
    sendToFollowedPage(flows, {
      type: 'provideOutcome',
      invokedActor: waiting.id,
      outcome: outcomeOf(flow, waiting.actor, outcome),
    });
  else if (
    session.snapshot.status === 'active' &&
    pendingIn(restoredSnapshot(flow, session.snapshot)).timers.length > 0
  )
    sendToFollowedPage(flows, { type: 'fireTimer', session: session.session });
}

/** Pauses a run after its step, or stops a paused run; null where none is under way. */
function stopRunOf({ run: { snapshot, send }, visualiser }: VisualiserFlows): Command['act'] {
  if (snapshot.matches('paused')) return () => visualiser.send({ type: 'runDismissed' });
  return snapshot.can({ type: 'pauseRequested' }) ? () => send({ type: 'pauseRequested' }) : null;
}

/** Runs the last run again; null where there is none, or it is under way. */
export function runAgainOf(flows: VisualiserFlows): Command['act'] {
  const run = flows.run.snapshot.context.run ?? flows.visualiser.snapshot.context.interrupted;
  return run && !isRunActive(flows) ? () => startRuns(flows, [{ ...run, tab: controlledTab(flows) }]) : null;
}

function pressOnChart(name: string): void {
  const buttons = document.getElementById(CHART_AREA)?.querySelectorAll('button') ?? [];
  for (const button of buttons) if (button.textContent === name) button.click();
}

/** The commands of every view of the visualiser. */
export const generalCommands = (flows: VisualiserFlows): Command[] => {
  const { areValuesShown, areKeysOn } = flows.view.snapshot.context;
  const { timeline } = flows.link.snapshot.context;
  const { view, link } = flows;
  return [
    { key: 'Ctrl-k', name: 'Every command', isForFields: true, act: () => openPalette() },
    {
      name: areValuesShown ? 'Mask typed values' : 'Show typed values',
      act: () => view.send({ type: 'optionToggled', option: 'areValuesShown' }),
    },
    {
      name: areKeysOn ? 'Switch single keys off' : 'Switch single keys on',
      act: () => view.send({ type: 'optionToggled', option: 'areKeysOn' }),
    },
    {
      name: 'Reset the environment of the page',
      act: () => flows.environment.send({ type: 'reset' }),
    },
    {
      name: 'Clear the timeline',
      act: timeline.length > 0 ? () => link.send({ type: 'logCleared' }) : null,
    },
    { name: 'Clear what was done by hand', act: () => link.send({ type: 'coverageCleared' }) },
  ];
};

/** Starts the recording of a flow, or ends it; null where none can begin. */
function recordingToggle(flow: Flow, { recorder, link, view }: VisualiserFlows): Command['act'] {
  const { followedPage, sessions } = link.snapshot.context;
  if (recorder.snapshot.matches('recording'))
    return () => {
      recorder.send({ type: 'recordingStopped' });
      view.send({ type: 'inspector.test' });
    };
  const session = sessions.findLast((running) => running.flow === flow.id);
  const path = followedPage?.path;
  if (!session || path === undefined || Object.keys(session.snapshot.children).length > 0) return null;
  return () => {
    recorder.send({ type: 'recordingDiscarded' });
    recorder.send({ type: 'recordingStarted', flow: flow.id, path });
  };
}

/** Saves a bug report; null where nothing has happened to the flow. */
const saveReportOf = (flow: Flow, flows: VisualiserFlows): Command['act'] =>
  eventsIn(flows.link.snapshot.context.timeline).some((entry) => entry.flow === flow.id)
    ? async () => (await import('../report/saveReport.ts')).saveReport(flow, flows)
    : null;

export const stopOn = (flow: Flow, model: ChartModel, id: string): Stop => ({
  flow: flow.id,
  id,
  state: model.states.some((state) => state.id === id) ? nameIn(model, id) : null,
});

function chartCommands({ flow, model, flows: { view }, panes }: View): Command[] {
  const { isOutline, areActionsShown } = view.snapshot.context;
  return [
    {
      name: isOutline ? 'Draw the chart' : 'List the states in an outline',
      act: () => view.send({ type: 'optionToggled', option: 'isOutline' }),
    },
    {
      name: areActionsShown ? 'Hide the actions on the chart' : 'Show the actions on the chart',
      act: () => view.send({ type: 'optionToggled', option: 'areActionsShown' }),
    },
    {
      name: 'Save the chart as Mermaid',
      act: () => downloadFile(`${flow.id}.mmd`, toMermaid(model), 'text/plain'),
    },
    { name: 'Give the chart all of the room, or show all regions', act: panes.expandChart },
  ];
}

const coverageCommands = ({ flows: { view }, showLevel }: View): Command[] =>
  (['any', ...levels] as const).map((level) => ({
    name: `Show the coverage ${level === 'hand' ? 'by hand' : `of ${level === 'any' ? 'any level' : level}`}`,
    act: () => {
      view.send({ type: 'inspector.test' });
      showLevel(level);
    },
  }));

/** All commands of a tester in the view of a flow, those with a key first. */
export function commandsOf(view: View): Command[] {
  const { flow, model, flows, cursor, panes } = view;
  const canRun = !isRunActive(flows) && isRunnable(flow);
  const { stop } = flows.visualiser.snapshot.context;
  const parts = [...model.states.slice(1), ...model.transitions].map(({ id }) => id);
  const shownPage = flows.link.snapshot.context.followedPage?.path ?? flow.page;
  return [
    {
      key: 'p',
      name: isPaused(flows) ? 'Resume the environment' : 'Pause the environment',
      act: () => togglePause(flow, flows),
    },
    {
      key: 's',
      name: 'Step: the next step of a paused run, or the next outcome or timer',
      act: () => step(view),
    },
    { key: 'x', name: 'Stop: pause the run, or stop a paused one', isForFields: true, act: stopRunOf(flows) },
    { key: '[', name: 'Previous entry', act: cursor.showPrevious },
    { key: ']', name: 'Next entry', act: cursor.showNext },
    { key: 'Home', name: 'First entry', act: cursor.showFirst },
    { key: 'End', name: 'Back to now', act: cursor.showNow },
    { key: 'n', name: 'Next uncovered', act: view.leadToUncovered },
    { key: 'r', name: 'Run again', act: runAgainOf(flows) },
    { key: 'g', name: 'Lead the page to the selection', act: view.leadToSelection },
    { key: 'b', name: 'Bug report', act: saveReportOf(flow, flows) },
    { key: '/', name: 'Find a state or transition', act: () => openPalette(GO_TO) },
    { key: 'e', name: 'Expand: open all states of the chart, or fold them', act: view.openAll },
    { key: '0', name: 'Fit the chart', act: () => pressOnChart('Fit') },
    { key: 'w', name: 'Swap the room of page and chart', act: panes.swapPageAndChart },
    { key: 'F6', name: 'Next region', isForFields: true, act: showNextRegion },
    { key: '?', name: 'The keys', act: () => openPalette() },
    { name: 'Record the flow, or end the recording', act: recordingToggle(flow, flows) },
    { name: 'Run all paths', act: canRun ? () => runAllPaths(flow, flows) : null },
    { name: 'Reload the page', act: shownPage === null ? null : () => openPage(flows, shownPage) },
    {
      name: 'Open the page of the flow',
      act: flow.page === null ? null : () => openPage(flows, flow.page ?? '/'),
    },
    {
      name: 'Audit the accessibility of the page as it is now',
      act: shownPage === null ? null : () => sendToFollowedPage(flows, { type: 'audit' }),
    },
    {
      name: 'Mark what is untouched on the page, or no longer',
      act: shownPage === null ? null : () => sendToFollowedPage(flows, { type: 'outline' }),
    },
    {
      name: 'Stop when a value changes',
      act: () => {
        flushSync(() => flows.view.send({ type: 'watched', flow: flow.id, expression: 'context' }));
        focusById('watched-expression');
      },
    },
    {
      name: 'Stop nowhere',
      act: stop ? () => flows.visualiser.send({ type: 'stopChosen', stop: null }) : null,
    },
    ...chartCommands(view),
    ...generalCommands(flows),
    ...viewCommands(flows),
    ...coverageCommands(view),
    ...parts.map((id) => ({ name: `${GO_TO}${nameIn(model, id)}`, act: () => view.select(id) })),
    ...parts.map((id) => ({
      name: `Stop at ${nameIn(model, id)}`,
      act: () => flows.visualiser.send({ type: 'stopChosen', stop: stopOn(flow, model, id) }),
    })),
  ];
}

/** Keys that are no single characters: they cannot be pressed by mistake while somebody speaks (WCAG 2.1.4). */
const isSafe = (key: string) => key.length > 1;

/**
 * Performs the action of a key; returns whether there is one. While a run performs, the focus in the page is the
 * run's own, and its fields take none of the keys.
 */
export function pressKey(
  commands: readonly Command[],
  { key, isInField, isInFrame }: PressedKey,
  areKeysOn: boolean,
  isRunPerforming: boolean,
): boolean {
  const command = commands.find((known) => known.key === key);
  const isTyping = isInField && !(isInFrame && isRunPerforming);
  if (!command?.act || (isTyping && !command.isForFields) || !(areKeysOn || isSafe(key))) return false;
  command.act();
  return true;
}
