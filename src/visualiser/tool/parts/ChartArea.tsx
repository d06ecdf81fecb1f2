import type { RefObject } from 'react';
import type { Flow } from '../../../../machines/paths/index.ts';
import { Chart, type ChartProps, Outline } from '../chart/index.ts';
import type { Layout } from '../chart/layout.types.ts';

type Props = ChartProps & {
  id: string;
  flow: Flow;
  isOutline: boolean;
  drawnRef: RefObject<Layout | null>;
};

/** The chart of a flow, or its outline. */
export const ChartArea = ({ id, flow, isOutline, drawnRef, ...chart }: Props) => (
  <section className="chart-area" id={id} tabIndex={-1} aria-label={`States of ${flow.title}`}>
    {isOutline ? <Outline {...chart} /> : <Chart {...chart} drawnRef={drawnRef} />}
  </section>
);
