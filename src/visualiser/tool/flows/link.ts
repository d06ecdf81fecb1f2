import { visualiserLinkMachine } from '../../../../machines/visualiser/visualiserLink/visualiserLink.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import { connection } from '../connection/connection.ts';

/** The link to the pages of the site, with its implementations. */
export const link: SiteFlow<typeof visualiserLinkMachine> = {
  id: 'visualiserLink',
  machine: visualiserLinkMachine.provide({ actions: { sendHello: () => connection.sendHello() } }),
};
