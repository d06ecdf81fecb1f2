import type { SnapshotFrom } from 'xstate';
import type { Recording } from '../recording.ts';
import type {
  FlowCoverage,
  LinkContext,
  LinkEvent,
  LogEntry,
  PageInfo,
} from '../visualiserLink/visualiserLink.types.ts';
import type { visualiserRunMachine } from '../visualiserRun/visualiserRun.machine.ts';
import type { Run, RunContext } from '../visualiserRun/visualiserRun.types.ts';
import type { InspectorTab, PreviewSize, ViewContext } from '../visualiserView/visualiserView.machine.ts';

export type RunSnapshot = SnapshotFrom<typeof visualiserRunMachine>;

/** The parts of the visualiser that a tab keeps while it is loaded again. */
export type KeptSession = Pick<LinkContext, 'timeline'> &
  Pick<RunContext, 'pathResults'> & {
    inspector: InspectorTab;
    preview: PreviewSize;
    isOutline: boolean;
    /** The recording, masked. */
    recording: Recording | null;
    /** The run that was under way. */
    run: Run | null;
  };

/** The data in the browser from earlier visits, and the data in the address. */
export type VisualiserInput = {
  /** The fragment of the address. */
  hash: string;
  coverage: Record<string, FlowCoverage>;
  seen: readonly string[];
  view: Partial<ViewContext>;
  /** The parts that the tab has kept, where the visualiser is loaded again in it. */
  kept: KeptSession | null;
  /** Whether the address asks for the page of another tab. */
  isPageInTab: boolean;
};

/** The contents of the fragment of the address: at most one of them. */
export type Linked = {
  /** A run that replays a failure. */
  failure: Run | null;
  recording: Recording | null;
  /** The problem with the fragment's contents, in a sentence; null where there is none. */
  problem: string | null;
};

/** Where the page of a flow and its run are stopped. */
export type Stop = { flow: string } & (
  | {
      /** A state or transition, by its id on the chart. */
      id: string;
      /** The name of the state; null for a transition. */
      state: string | null;
    }
  /** The next change of the value of an expression. */
  | { expression: string }
);

/** A stop that the page has come to, by an event. */
export type Stopped = { stop: Stop; entry: LogEntry };

export type VisualiserContext = {
  input: VisualiserInput;
  /** The problem with the last opened link or file, if any. */
  openProblem: string | null;
  /** Where the page is stopped next, and where it was stopped last. */
  stop: Stop | null;
  stoppedAt: Stopped | null;
  /** The run that a reload of the visualiser cut off, until another one starts. */
  interrupted: Run | null;
  /** The runs that follow the present one, whatever becomes of it. */
  next: readonly Run[];
  /** The page that is followed, and whether its environment is paused. */
  followed: (PageInfo & { isPaused: boolean }) | null;
  /** The id of the flow that is recorded. */
  recordedFlow: string | null;
};

export type VisualiserEvent =
  /** A page or another visualiser reports something; `shown` are the titles of the messages that the page shows. */
  | { type: 'reported'; report: LinkEvent; shown: readonly string[] }
  /** QA starts a run, or several that follow each other. */
  | { type: 'runsRequested'; runs: readonly Run[] }
  /** A run begins, makes a step, or ends. */
  | { type: 'runChanged'; snapshot: RunSnapshot }
  /** The visualiser is left: another page comes in its place, or it is loaded again. */
  | { type: 'left' }
  /** QA chooses where the page is stopped; null for nowhere. */
  | { type: 'stopChosen'; stop: Stop | null }
  /** A page has come to where it is stopped. */
  | ({ type: 'stopReached'; page: string } & Stopped)
  /** QA dismisses the run, and those that follow. */
  | { type: 'runDismissed' }
  /** QA stops the runs that follow. */
  | { type: 'runsStopped' }
  /** QA opens a failure; `problem` says why it cannot be opened. */
  | { type: 'fileOpened'; problem: string | null }
  /** The fragment of the address is another one. */
  | { type: 'addressChanged'; hash: string }
  /** QA goes to another page of the visualiser. */
  | { type: 'navigated' };
