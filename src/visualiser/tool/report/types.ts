import type { Recording } from '../../../../machines/visualiser/recording.ts';
import type { ContextChange } from '../model/contextChanges.ts';

/** A page at one moment: an HTML document without scripts that contains its styles. */
export type Picture = {
  html: string;
  /** The size of the window in pixels. */
  width: number;
  height: number;
};

/** An event of a report. */
export type ReportStep = {
  /** From 1. */
  number: number;
  /** Milliseconds since the page was loaded. */
  at: number;
  /** The participant: `Visitor`, `Server`. */
  who: string;
  text: string;
  /** The name of the state that it led to, with its description where it has one; null for a request. */
  state: string | null;
  description: string | null;
  failure: string | null;
  /** Ids of the transitions taken. */
  transitions: string[];
  /** The evaluated guards, each with its answer: `isValid: no`. */
  guards: string[];
  /** Its payload, as JSON; null without one. */
  payload: string | null;
  changes: ContextChange[];
  /** The page after it; null where it was not taken, or is the picture of the next step too. */
  picture: Picture | null;
};

/** The versions and settings of a report, by their names. */
export type Versions = Readonly<Record<string, string>>;

export type Report = {
  flow: { id: string; title: string; purpose: string };
  path: string;
  isMasked: boolean;
  steps: ReportStep[];
  /** How many older steps, and pictures of older steps, are left out. */
  omittedSteps: number;
  omittedPictures: number;
  versions: Versions;
  recording: Recording;
  /** The link that replays the recording; null where it would be too long. */
  link: string | null;
  testCode: string;
  testFolder: string;
  /** Why the machine alone cannot replay the recording; null where it can. */
  problem: string | null;
};
