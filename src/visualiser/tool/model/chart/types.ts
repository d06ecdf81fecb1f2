import type { ChartModel } from '../../../../../machines/paths/index.ts';
import type { BuildChanges } from '../changes.ts';

export type ChartState = ChartModel['states'][number];

export type ChartTransition = ChartModel['transitions'][number];

export type ChangeStatus = BuildChanges['flows'][number]['status'];

export type CoverageStatus = 'covered' | 'uncovered';

/** The mark of a state, a transition or a guard result: its coverage, or its change since another build. */
export type ItemStatus = CoverageStatus | ChangeStatus;

/** The data and callbacks of the chart and its outline. Ids are those of the model. */
export type ChartProps = {
  model: ChartModel;
  /** Ids of the active states, with or without their ancestors. */
  active: readonly string[];
  /** Id of the last transition. */
  taken?: string;
  /** Id of the state or transition that is selected. */
  selected?: string;
  /** Ids of the states that were opened beside the active ones, or all. */
  opened: readonly string[] | 'all';
  /** Coverage, or changes, by the id of a state, a transition or a guard result. */
  coverage?: Readonly<Record<string, ItemStatus>>;
  /** Whether entry and exit actions and actions of transitions are shown where there is room. */
  details: boolean;
  onSelect: (id: string) => void;
  /** Opens a state, or folds one that was opened. */
  onFold: (stateId: string) => void;
  /** Opens all states, or folds all but the active ones. */
  onOpenAll: () => void;
};
