import { visualiserRecorderMachine } from '../../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import type { SiteFlow } from '../../flows/useFlow.ts';

/** The recorder as the visualiser runs it. */
export const recorder: SiteFlow<typeof visualiserRecorderMachine> = {
  id: 'visualiserRecorder',
  machine: visualiserRecorderMachine,
};
