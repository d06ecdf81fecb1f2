import { defineFlow } from '../paths/index.ts';
import { jobApplicationCases } from './jobApplication.cases.ts';
import { jobApplicationJourneys } from './jobApplication.journeys.ts';
import { jobApplicationMachine } from './jobApplication.machine.ts';
import { jobApplicationProperties } from './jobApplication.properties.ts';

export const jobApplicationFlow = defineFlow({
  id: 'jobApplication',
  title: 'Job application',
  purpose: 'Somebody applies for a job; nothing is sent.',
  page: '/careers',
  machine: jobApplicationMachine,
  actors: {},
  cases: jobApplicationCases,
  journeys: jobApplicationJourneys,
  properties: jobApplicationProperties,
});
