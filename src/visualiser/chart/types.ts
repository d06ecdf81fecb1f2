import type { Direction } from '../../../machines/chartViewport/chartViewport.types.ts';
import type { ChartModel } from '../../../machines/paths/chart.ts';

export type CoverageStatus = 'covered' | 'uncovered';

/** What the chart and its outline show, and what they tell. Ids are those of the model. */
export type ChartProps = {
  model: ChartModel;
  /** Ids of the active states, ancestors included or not. */
  active: readonly string[];
  /** Id of the transition that was just taken, or that an animated path takes now. */
  taken?: string;
  /** Id of the state or transition that is selected. */
  selected?: string;
  /** Ids of the states that hide what is in them. */
  folded: readonly string[];
  /** Coverage, by the id of a state, a transition or an answer of a guard. */
  coverage?: Readonly<Record<string, CoverageStatus>>;
  /** Whether entry and exit actions, invoked actors and actions of transitions are shown. */
  details: boolean;
  onSelect: (id: string) => void;
  /** A state is to be folded, or unfolded where it is folded. */
  onFold: (stateId: string) => void;
};

/** What an exported picture shows. Nothing is active, folded or marked unless said. */
export type ExportOptions = Partial<
  Pick<ChartProps, 'active' | 'taken' | 'selected' | 'folded' | 'coverage' | 'details'>
> & {
  /** What the picture is called; the id of the machine unless said. */
  title?: string;
  /** Where it goes from its initial state: down unless said. */
  direction?: Direction;
  /** Light unless said. */
  scheme?: 'light' | 'dark';
};
