import type { ChartModel } from './chart.ts';

/** The kinds of things in a flow that can change. */
export const changeKinds = ['state', 'transition', 'guard', 'delay', 'message', 'path'] as const;

export type ChangeKind = (typeof changeKinds)[number];

export type ChangeStatus = 'added' | 'removed' | 'altered';

/** One respect in which something differs: `target`, `idle`, `sending`. */
export type Difference = { what: string; before: string; after: string };

/** An added, removed or altered thing. */
export type Change = {
  kind: ChangeKind;
  status: ChangeStatus;
  name: string;
  /** Its differences; empty where it was added or removed. */
  differences: Difference[];
  /** The ids of the states and transitions of the chart with both builds at which it is drawn. */
  at: string[];
};

/** An item covered at a level in the earlier build that still exists, and is not covered any more. */
export type LostCoverage = {
  level: string;
  kind: 'state' | 'transition' | 'guard';
  name: string;
  at: string;
};

export type FlowChanges = {
  flow: string;
  title: string;
  status: ChangeStatus;
  changes: Change[];
  lostCoverage: LostCoverage[];
  /** The chart of the flow together with the removed parts of the earlier build. */
  chart: ChartModel;
  /** The statuses of the changed states and transitions of the chart, by id. */
  statuses: Record<string, ChangeStatus>;
};

/** The changes from one build to another; flows without any are left out. */
export type BuildChanges = {
  before: string;
  after: string;
  flows: FlowChanges[];
  /** The levels whose coverage was not compared, because they ran in one of the builds alone. */
  levelsNotCompared: string[];
  /** Markdown for a pull request: a table of the flows, then each change in a line. */
  asMarkdown: () => string;
};
