import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { errorCatalogue, titleOf } from '../../src/visualiser/errorCatalogue.ts';
import { isShown } from '../../src/visualiser/messages/shown.ts';
import { messageRun, simulateMessage } from '../../src/visualiser/runSteps.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const flowWithId = (id: string) => {
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  return flow;
};

describe('each message', () => {
  test('has a name of its own', () => {
    const titles = errorCatalogue.map(titleOf);
    expect(nonEmpty(titles).filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test.each(errorCatalogue.map((message) => [titleOf(message), message] as const))(
    '%s: its steps lead to it, and not before the last one',
    (_, message) => {
      const run = messageRun(flowWithId(message.flow), message, 'tab');
      const snapshots = simulateMessage(flowWithId(message.flow), message);
      expect(run.steps).toHaveLength(snapshots.length);
      const shown = snapshots.map(({ snapshot, event }) => isShown(message, snapshot, event));
      expect(shown.indexOf(true)).toBe(shown.length - 1);
    },
  );
});
