import type { BuildModel, Cases } from '../../paths/index.ts';
import type { buildComparisonActors, buildComparisonMachine } from './buildComparison.machine.ts';

const build = (name: string): BuildModel => ({ build: name, flows: [] });

const pressed = { 'by its button': {} };

export const buildComparisonCases = {
  events: {
    buildOpened: {
      'from a file': { build: build('earlier') },
      'from another file': { build: build('first') },
    },
    retried: pressed,
    closed: pressed,
  },
  outcomes: {
    loadOwnBuild: {
      loaded: { output: build('own') },
      'not loaded': { error: new Error('The connection broke.') },
      'not loaded, without a reason': { error: new Error('') },
    },
  },
  project: ({ other, own, error }) => ({ other: other?.build, own: own?.build, error }),
} satisfies Cases<typeof buildComparisonMachine, typeof buildComparisonActors>;
