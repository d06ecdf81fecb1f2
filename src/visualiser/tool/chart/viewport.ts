import { fromPromise } from 'xstate';
import { chartViewportMachine } from '../../../../machines/visualiser/chartViewport/chartViewport.machine.ts';
import type {
  Layout,
  LayoutRequest,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import { layOut } from './elk.ts';
import type { ChartProps } from './types.ts';

/** Returns the viewport flow of a chart with its implementations. */
export const chartViewport = ({
  onSelect,
  onFold,
}: Pick<ChartProps, 'onSelect' | 'onFold'>): SiteFlow<typeof chartViewportMachine> => ({
  id: 'chartViewport',
  machine: chartViewportMachine.provide({
    actors: { layOut: fromPromise<readonly Layout[], LayoutRequest>(({ input }) => layOut(input)) },
    actions: {
      reportPressed: ({ context }) => {
        const pressed = context.pointers[0]?.on;
        if (pressed?.kind === 'fold') onFold(pressed.id);
        else if (pressed) onSelect(pressed.id);
      },
      reportShown: (_, id) => {
        if (id !== undefined) onSelect(id);
      },
      requestUnfold: (_, state) => {
        if (state !== undefined) onFold(state);
      },
    },
  }),
});
