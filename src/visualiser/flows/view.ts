import {
  type PreviewSize,
  visualiserViewMachine,
} from '../../../machines/visualiserView/visualiserView.machine.ts';
import type { SiteFlow } from '../../flows/useFlow.ts';

/** What a visualiser shows as it runs it. */
export const view: SiteFlow<typeof visualiserViewMachine> = {
  id: 'visualiserView',
  machine: visualiserViewMachine,
};

/** The state to start in, with the page at a width, or in another tab. */
export const viewSnapshot = (preview: PreviewSize) =>
  visualiserViewMachine.resolveState({
    value: { panel: 'events', preview },
    context: { isOutline: false, areValuesShown: false, areActionsShown: false },
  });
