import type { Cases } from '../paths/index.ts';
import type { connectionActors, connectionMachine } from './connection.machine.ts';

export const connectionCases = {
  events: {
    wentOffline: { 'the network is lost': {} },
    wentOnline: { 'the network is back': {} },
  },
  outcomes: {},
  project: () => null,
} satisfies Cases<typeof connectionMachine, typeof connectionActors>;
