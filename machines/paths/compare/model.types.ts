import type { ChartModel } from './chart.ts';

/** A message of the error catalogue, with every text that is shown with it. */
export type MessageModel = { where: string; condition: string; text: string };

/** The coverage of a flow at a level: the ids of states without children, transitions and guard results. */
export type LevelCoverage = { level: string; covered: string[] };

/** A generated path: the names of its steps, and of the states to which they lead. */
export type PathModel = { steps: { name: string; state: string }[] };

/** A flow as plain data, to be compared with the same flow of another build. */
export type FlowModel = {
  id: string;
  title: string;
  chart: ChartModel;
  /** The conditions of each named composed guard; an empty text for any other guard. */
  guards: Record<string, string>;
  /** Milliseconds of each named delay; null for a computed one. */
  delays: Record<string, number | null>;
  messages: MessageModel[];
  paths: PathModel[];
  coverage: LevelCoverage[];
};

/** The flows of a build. */
export type BuildModel = {
  /** The name of the build: its commit, as a rule. */
  build: string;
  flows: FlowModel[];
};

/** A message with the flow in which it is shown. */
export type FlowMessage = MessageModel & { flow: string; more?: readonly string[] };
