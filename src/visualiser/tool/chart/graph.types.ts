import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type {
  Arrangement,
  DrawnChart,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';

/** A chart and how it is to be laid out. */
export type ArrangedChart = Omit<DrawnChart, 'layout'> & { arrangement: Arrangement };

/** A chart in the form that ELK lays out. */
export type ChartGraph = {
  root: ElkNode;
  /** The options for every element of the graph. */
  layoutOptions: LayoutOptions;
  /** The edges whose source and target are exchanged. */
  reversed: ReadonlySet<string>;
};
