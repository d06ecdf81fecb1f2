import { connectionMachine } from '../../machines/connection/connection.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** Whether the device has a network. */
export const connection: SiteFlow<typeof connectionMachine> = {
  id: 'connection',
  machine: connectionMachine,
};
