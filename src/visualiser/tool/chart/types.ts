import type { RefObject } from 'react';
import type { ChartModel } from '../../../../machines/paths/index.ts';
import type {
  DrawnChart,
  Layout,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import type { BuildChanges } from '../changes/shownComparison.ts';

export type ChartState = ChartModel['states'][number];

export type ChartTransition = ChartModel['transitions'][number];

export type ChangeStatus = BuildChanges['flows'][number]['status'];

export type CoverageStatus = 'covered' | 'uncovered';

/** The mark of a state, a transition or a guard result: its coverage, or its change since another build. */
export type ItemStatus = CoverageStatus | ChangeStatus;

/** The part of a chart that is drawn on the screen. */
export type DrawnPicture = DrawnChart & { found: readonly string[] };

/** The data and callbacks of the chart and its outline. Ids are those of the model. */
export type ChartProps = {
  model: ChartModel;
  /** Ids of the active states, with or without their ancestors. */
  active: readonly string[];
  /** Id of the transition that was taken last, or that an animated path takes now. */
  taken?: string;
  /** Id of the state or transition that is selected. */
  selected?: string;
  /** Ids of the states whose children are hidden. */
  folded: readonly string[];
  /** Coverage, or what changed, by the id of a state, a transition or a guard result. */
  coverage?: Readonly<Record<string, ItemStatus>>;
  /** Whether entry and exit actions, invoked actors and actions of transitions are shown. */
  details: boolean;
  /** Is set to the chart that is drawn, for its exports. */
  drawnRef?: RefObject<DrawnPicture | null>;
  onSelect: (id: string) => void;
  /** Folds a state, or unfolds one that is folded. */
  onFold: (stateId: string) => void;
};

/** A chart that has been laid out, with everything shown on it. */
export type DrawingProps = Omit<ChartProps, 'onSelect' | 'onFold' | 'drawnRef'> & {
  layout: Layout;
  /** Ids of the states and transitions that match the search. */
  found?: readonly string[];
};

/** The content of an exported picture. By default nothing is active, folded or marked. */
export type ExportOptions = Partial<
  Pick<ChartProps, 'active' | 'taken' | 'selected' | 'folded' | 'coverage' | 'details'>
> & {
  /** The accessible name of the picture; by default the id of the machine. */
  title?: string;
  /** The layout that is drawn; by default that which fits a page in landscape. */
  layout?: Layout;
  /** Ids of the states and transitions that match the search. */
  found?: readonly string[];
  /** Steps whose transitions are marked and numbered. */
  path?: readonly { number: number; transitions: readonly string[] }[];
  /** By default light. */
  scheme?: 'light' | 'dark';
};
