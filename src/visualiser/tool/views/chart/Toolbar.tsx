import type { ReactNode } from 'react';
import type { ChartProps } from '../../model/chart/types.ts';

type Props = Pick<ChartProps, 'opened' | 'onOpenAll'> & {
  /** The controls of the view of the chart. */
  zoom?: ReactNode;
};

/** The bar above the chart or its outline: the controls that move it and open its states. */
export const ChartBar = ({ opened, onOpenAll, zoom }: Props) => (
  <div className="row chart-toolbar">
    {zoom}
    <button type="button" aria-pressed={opened === 'all'} title="Opens all states (E)" onClick={onOpenAll}>
      Expand
    </button>
  </div>
);
