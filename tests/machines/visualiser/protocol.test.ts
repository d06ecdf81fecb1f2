import { describe, expect, test } from 'vitest';
import {
  type FromPage,
  type FromVisualiser,
  type PageCommand,
  readFromPage,
  readFromVisualiser,
  readPersistedSnapshot,
  toPlainData,
} from '../../../src/visualiser/shared/channel/index.ts';

/** The messages between the pages of the site and the visualisers: the accepted and the refused ones. */

const page = { id: 'load-1', tab: 'tab-1', path: '/contact', title: 'Contact' };
const snapshot = { status: 'active', value: 'editing', context: { name: 'Asha' }, children: {} } as const;
const failure = { message: 'It broke.', event: 'submitted', state: 'editing' };
const environment = {
  invokedActors: [
    {
      id: 4,
      flow: 'contact',
      session: 'x:1',
      invocation: 'send',
      actor: 'send',
      input: { name: 'Asha' },
      state: 'waiting' as const,
    },
  ],
  paused: 'contact',
  microsteps: 7,
  answersLeft: [2, 1],
};
const entry = {
  number: 3,
  at: 120,
  session: 'x:1',
  flow: 'contact',
  event: { type: 'changed', field: 'name' },
  transitions: ['contact.editing'],
  microsteps: 1,
  snapshot,
  failure: null,
};
describe('a message of a page', () => {
  test.each<FromPage>([
    {
      type: 'present',
      number: 1,
      page,
      sessions: [{ session: 'x:1', flow: 'contact', snapshot, failure }],
      ...environment,
    },
    {
      type: 'observed',
      page,
      entries: [entry, { ...entry, failure, snapshot: { ...snapshot, status: 'done' } }],
      observations: [
        { number: 3, at: 120, kind: 'problem', problem: { isError: true, text: 'TypeError: lost' } },
        {
          number: 4,
          at: 121,
          flow: 'contact',
          kind: 'request',
          request: { id: 1, method: 'POST', path: '/api/contact', body: { name: 'Asha' } },
        },
        {
          number: 5,
          at: 122,
          flow: null,
          kind: 'response',
          response: { request: 1, status: null, body: 'lost' },
        },
        {
          number: 6,
          at: 123,
          kind: 'check',
          check: 2,
          flow: 'contact',
          step: 'submitted: by the button',
          results: [{ check: 'the button "Send" is on', problem: 'It is off.' }],
          focused: 'button Send',
        },
      ],
      endedSessions: ['x:0'],
      ...environment,
      paused: null,
    },
    {
      type: 'pictured',
      page: 'load-1',
      entry: 3,
      isWhole: true,
      events: '[]',
    },
    { type: 'pong', page: 'load-1' },
    { type: 'goodbye', page: 'load-1' },
  ])('a message of a page is read whole: $type', (message) => {
    expect(readFromPage(message)).toEqual(message);
    expect(readFromPage({ ...message, page: 1 })).toBeNull();
  });

  test('a message of an older build is read without the parts it lacks', () => {
    const { answersLeft: _, ...olderEnvironment } = environment;
    const { number: __, ...olderEntry } = entry;
    const older = { type: 'observed', page, entries: [olderEntry], endedSessions: [], ...olderEnvironment };
    expect(readFromPage(older)).toEqual({
      ...older,
      entries: [{ ...entry, number: expect.any(Number) }],
      observations: [],
    });
  });
});

test.each(['running', 'waiting', 'never'])('an invoked actor may be %s', (state) => {
  const invokedActors = environment.invokedActors.map((actor) => ({ ...actor, state }));
  const message = { type: 'present', number: 1, page, sessions: [], ...environment, invokedActors };
  expect(readFromPage(message)).toEqual(message);
});

const commands: PageCommand[] = [
  {
    type: 'configure',
    environment: {
      isOffline: true,
      isTranslated: true,
      answers: [
        { flow: 'contact', actor: 'send', outcome: { kind: 'real' }, delay: 100, times: null },
        { flow: 'contact', actor: 'send', outcome: { kind: 'never' }, delay: 0, times: 2 },
      ],
    },
  },
  { type: 'send', session: 'x:1', event: { type: 'changed', field: 'name' } },
  { type: 'provideOutcome', invokedActor: 4, outcome: { kind: 'output', output: { id: 1 } }, delay: 50 },
  { type: 'provideOutcome', invokedActor: 4, outcome: { kind: 'output' } },
  { type: 'provideOutcome', invokedActor: 4, outcome: { kind: 'error', message: 'No.' } },
  { type: 'fireTimer', session: 'x:1' },
  {
    type: 'check',
    check: 2,
    flow: 'contact',
    step: 'submitted: by the button',
    state: 'editing',
    expectations: [{ kind: 'button', name: 'Send', isEnabled: true }],
  },
  { type: 'pause', flow: 'contact', keepsWaiting: true },
  { type: 'pause', flow: null },
  {
    type: 'open',
    path: '/contact',
    draftsToClear: ['contact'],
    restart: { flow: 'contact', snapshot },
  },
  { type: 'open', path: '/contact', draftsToClear: [], restart: null },
];

test.each(commands)('a command of a visualiser is read whole: $type', (command) => {
  const message = { type: 'command', page: 'load-1', command } satisfies FromVisualiser;
  expect(readFromVisualiser(message)).toEqual(message);
  expect(readFromVisualiser({ ...message, command: { ...command, type: 'explode' } })).toBeNull();
});

test.each(['hello', 'ping', 'goodbye'])('a visualiser says %s', (type) => {
  expect(readFromVisualiser({ type, visualiser: 'one' })).toEqual({ type, visualiser: 'one' });
  expect(readFromVisualiser({ type, page: 'load-1' })).toBeNull();
});

test.each([{ status: 'broken' }, { value: 1 }, { context: null }, { children: null }])(
  'a snapshot with %o is refused',
  (change) => {
    expect(readPersistedSnapshot(snapshot)).toEqual(snapshot);
    expect(readPersistedSnapshot({ ...snapshot, ...change })).toBeNull();
  },
);

class Element {
  readonly [Symbol.toStringTag] = 'HTMLButtonElement';
  readonly owner = { element: this };
}

const loop: { name: string; itself?: unknown } = { name: 'loop' };
loop.itself = loop;
const element = new Element();

describe('the data of a value', () => {
  test.each([
    ['what JSON has', { a: [1, 'two', null], b: undefined }, { a: [1, 'two', null] }],
    ['an error, by its message', { reason: new Error('It broke.') }, { reason: { error: 'It broke.' } }],
    ['nothing', undefined, null],
    [
      'an element that contains itself, by its kind',
      { type: 'pressed', target: element },
      { type: 'pressed', target: '[object HTMLButtonElement]' },
    ],
    ['a loop, once', loop, { name: 'loop', itself: '[object Object]' }],
    ['a list with what JSON refuses', [1, element, 2n], [1, '[object HTMLButtonElement]', '[object BigInt]']],
    [
      'what is beside it, as JSON has it',
      { context: { reason: new Error('No.'), left: undefined, done: () => {}, element } },
      { context: { reason: { error: 'No.' }, element: '[object HTMLButtonElement]' } },
    ],
  ])('the data of a value is of %s', (_, value, data) => {
    expect(toPlainData(value)).toStrictEqual(data);
  });
});
