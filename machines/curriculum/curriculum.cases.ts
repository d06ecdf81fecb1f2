import type { Cases } from '../paths/index.ts';
import type { curriculumMachine } from './curriculum.machine.ts';

/** Event cases of the curriculum browser. */
export const curriculumCases = {
  events: {
    'subject.math': { 'by its tab': {} },
    'subject.english': { 'by its tab': {} },
    'subject.science': { 'by its tab': {} },
    'subject.evs': { 'by its tab': {} },
    'subject.ict': { 'by its tab': {} },
    'gradeBand.5-6': { 'by its button': {} },
    'gradeBand.7-8': { 'by its button': {} },
    'gradeBand.9-10': { 'by its button': {} },
  },
  outcomes: {},
  project: () => null,
} satisfies Cases<typeof curriculumMachine, Record<never, never>>;
