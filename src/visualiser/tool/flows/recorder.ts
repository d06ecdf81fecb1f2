import { visualiserRecorderMachine } from '../../../../machines/visualiser/visualiserRecorder/visualiserRecorder.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';

export const recorder: SiteFlow<typeof visualiserRecorderMachine> = {
  id: 'visualiserRecorder',
  machine: visualiserRecorderMachine,
};
