import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { declareCallbackActor, declarePromiseActor, errorMessage } from '../../machines/actors.ts';
import { catalogue } from '../../machines/catalogue.ts';
import { stateName } from '../../machines/stateName.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** What the flows share: the names of states, the actors that are not provided yet, and the list of flows. */

test.each([
  ['idle', 'idle'],
  [{ editing: 'invalid' }, 'editing.invalid'],
  [{ playing: { visible: 'rotating' } }, 'playing.visible.rotating'],
  [{ subject: 'math', gradeBand: '5-6' }, 'subject.math | gradeBand.5-6'],
  [{ open: { left: 'on', right: { up: 'off' } } }, 'open.left.on | open.right.up.off'],
  [{ editing: {} }, 'editing'],
])('the name of the state %j is "%s"', (value, name) => {
  expect(stateName({ value })).toBe(name);
});

describe('an actor that is not provided', () => {
  const errorOf = (logic: Parameters<typeof createActor>[0]) =>
    new Promise((resolve) => {
      const actor = createActor(logic);
      actor.subscribe({ error: resolve });
      actor.start();
    });

  test.each([
    ['promise', declarePromiseActor<void>('loadPost')],
    ['callback', declareCallbackActor<undefined>('loadPost')],
  ])('a %s fails, and names itself', async (_, logic) => {
    expect(await errorOf(logic)).toEqual(new Error('actor not provided: loadPost'));
  });
});

test.each([
  [new Error('Not now'), 'Not now'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  [new Error(''), 'Please try again.'],
  ['Not now', 'Please try again.'],
  [{ message: 'Not now' }, 'Please try again.'],
  [undefined, 'Please try again.'],
])('the message of %o: %s', (error, message) => {
  expect(errorMessage(error, 'Please try again.')).toBe(message);
});

test('the list of flows names each once, by the folder of its machine', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(19);
  for (const { id, machine } of nonEmpty(catalogue)) expect(machine.id).toBe(id);
});
