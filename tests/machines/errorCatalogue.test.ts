import { expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { explore } from '../../machines/paths/explore.ts';
import { stepName } from '../../machines/paths/steps.ts';
import { errorCatalogue } from '../../src/visualiser/errorCatalogue.ts';

test.each([...new Set(errorCatalogue.map(({ flow }) => flow))])(
  'the steps to every message of %s are steps of the flow',
  (id) => {
    const flow = catalogue.find((candidate) => candidate.id === id);
    const states = flow ? [...explore(flow).states.values()] : [];
    const names = new Set(states.flatMap(({ edges }) => edges.map(({ step }) => stepName(step))));
    const steps = errorCatalogue.filter((message) => message.flow === id).flatMap((message) => message.steps);
    expect(steps.filter((step) => typeof step === 'string' && !names.has(step))).toEqual([]);
  },
);
