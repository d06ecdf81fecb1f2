import {
  type PreviewSize,
  visualiserViewMachine,
} from '../../../machines/visualiserView/visualiserView.machine.ts';
import type { SiteFlow } from '../../flows/useFlow.ts';

/** The view settings of the visualiser. */
export const view: SiteFlow<typeof visualiserViewMachine> = {
  id: 'visualiserView',
  machine: visualiserViewMachine,
};

/** Returns the snapshot to start with, for a size of the preview. */
export const viewSnapshot = (preview: PreviewSize) =>
  visualiserViewMachine.resolveState({
    value: { panel: 'events', preview },
    context: { isOutline: false, areValuesShown: false, areActionsShown: false },
  });
