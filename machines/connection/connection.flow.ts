import { defineFlow } from '../paths/index.ts';
import { connectionCases } from './connection.cases.ts';
import { connectionJourneys } from './connection.journeys.ts';
import { connectionActors, connectionMachine } from './connection.machine.ts';

export const connectionFlow = defineFlow({
  id: 'connection',
  title: 'Connection',
  purpose: 'A visitor at a form is told while the device has no network.',
  page: '/contact',
  machine: connectionMachine,
  actors: connectionActors,
  cases: connectionCases,
  journeys: connectionJourneys,
});
