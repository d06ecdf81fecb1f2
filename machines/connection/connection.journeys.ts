import type { Journey } from '../paths/index.ts';
import type { connectionCases } from './connection.cases.ts';

export const connectionJourneys: readonly Journey<typeof connectionCases>[] = [
  {
    title: 'the network is lost and comes back',
    steps: [
      ['wentOffline: the network is lost', 'offline'],
      ['wentOnline: the network is back', 'online'],
    ],
  },
];
