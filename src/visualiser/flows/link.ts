import { visualiserLinkMachine } from '../../../machines/visualiserLink/visualiserLink.machine.ts';
import type { SiteFlow } from '../../flows/useFlow.ts';
import { connection } from '../connection/connection.ts';

/** The link to the pages of the site as the visualiser runs it. */
export const link: SiteFlow<typeof visualiserLinkMachine> = {
  id: 'visualiserLink',
  machine: visualiserLinkMachine.provide({ actions: { sendHello: () => connection.sendHello() } }),
};
