import { visualiserLinkMachine } from '../../../../machines/visualiser/visualiserLink/visualiserLink.machine.ts';
import { connection } from '../connection/connection.ts';

/** The link to the pages of the site, with its implementations. */
export const link = visualiserLinkMachine.provide({ actions: { sendHello: () => connection.sendHello() } });
