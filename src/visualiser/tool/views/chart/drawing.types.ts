import type { ChartProps } from '../../model/chart/types.ts';
import type { Layout } from './layout.types.ts';

/** A chart that has been laid out, with everything shown on it. */
export type DrawingProps = Pick<ChartProps, 'model' | 'active' | 'taken' | 'selected' | 'coverage'> & {
  layout: Layout;
  folded: readonly string[];
  /** Ids of the states that cannot be folded. */
  fixed: readonly string[];
  /** Id of the state or transition beside which everything else is dimmed. */
  lit?: string | null;
};
