import { Suspense, use } from 'react';
import type { ChartModel } from '../../../../../machines/paths/index.ts';
import { activeStateIds } from '../../model/chart/activeStateIds.ts';
import { foldingOf } from '../../model/chart/folding.ts';
import { ErrorBoundary } from '../../parts/ErrorBoundary.tsx';
import { Drawing } from './Drawing.tsx';
import { layoutsOf } from './elk.ts';

/** The part of a chart that a picture shows, in the unit of the chart. */
const [WIDTH, HEIGHT] = [300, 200];

type Props = { model: ChartModel; state: string };

function Picture({ model, state }: Props) {
  const active = activeStateIds(model.id, state);
  const { folded, fixed } = foldingOf({ model, active, opened: [] });
  const [layout] = use(layoutsOf({ model, folded, isExact: false }, false)).layouts;
  const box = layout?.states[active.at(-1) ?? model.id];
  if (!layout || !box) return null;
  const [x, y] = [box.x + (box.width - WIDTH) / 2, box.y + (box.height - HEIGHT) / 2];
  return (
    <svg className="chart-picture" viewBox={`${x} ${y} ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Drawing model={model} layout={layout} folded={folded} fixed={fixed} active={active} />
    </svg>
  );
}

/** A still picture of a chart around a state. */
export const ChartPicture = (props: Props) => (
  <ErrorBoundary fallback={() => null}>
    <Suspense>
      <Picture {...props} />
    </Suspense>
  </ErrorBoundary>
);
