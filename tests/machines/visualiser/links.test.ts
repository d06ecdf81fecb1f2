import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PathFailure } from '../../../machines/paths/pathFailure.ts';
import type { Recording } from '../../../machines/paths/recording.ts';
import { savedData, saveJson } from '../../../src/visualiser/browserStorage.ts';
import {
  failureLink,
  hasFailure,
  readFailure,
  readFailureLink,
} from '../../../src/visualiser/failureLinks.ts';
import { failureFromFragment, failureRun, savedFailure } from '../../../src/visualiser/failures.ts';
import { flowLinks } from '../../../src/visualiser/flowLinks.ts';
import { flowWithId } from '../../../src/visualiser/flowModels.ts';
import { fromFragment, toFragment } from '../../../src/visualiser/fragments.ts';
import { startOncePerText, startPromise } from '../../../src/visualiser/promiseActors.ts';
import { readJson } from '../../../src/visualiser/readJson.ts';
import { failureProblemIn, linkOf, recordingIn } from '../../../src/visualiser/recordingLinks.ts';
import {
  hasRecording,
  MAX_LINK_LENGTH,
  readRecording,
  recordingUrl,
  replayProblem,
  testCodeOf,
} from '../../../src/visualiser/recordings.ts';
import { firstSnapshot } from '../../../src/visualiser/runSteps.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** What the visualiser reads from links, files and the browser's storage, and what it writes to them. */

const flowOf = (id: string) => {
  const flow = flowWithId(id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  return flow;
};
const contact = flowOf('contact');

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns a text that compression does not make shorter than three quarters. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charAt(seed % 64);
  }).join('');
}

describe('the fragment of an address', () => {
  test('has data in characters that an address takes, and gives it back', async () => {
    const all = [null, 'ü ✓', [], { a: [1, { b: 'c' }] }, noise(100_000)];
    for (const data of nonEmpty(all)) {
      const text = await toFragment(data);
      expect(text).toMatch(/^1\.[\w-]+$/);
      expect(await fromFragment(text)).toEqual(data);
    }
    const long = await toFragment(noise(100_000));
    expect(long).toContain('-');
    expect(long).toContain('_');
    expect((await toFragment('a'.repeat(10_000))).length).toBeLessThan(100);
  });

  test('of an older link has data that is not compressed', async () => {
    const data = { text: '>>>???ÿÿÿ', more: '???>>>' };
    const text = Buffer.from(JSON.stringify(data)).toString('base64url');
    expect(text).toMatch(/-.*_|_.*-/);
    expect(await fromFragment(text)).toEqual(data);
  });

  test.each(['', '1.', '%%%', '1.%%%', '1.AAAA', btoa('no JSON')])('has no data in "%s"', async (text) => {
    expect(await fromFragment(text)).toBeNull();
  });

  test('is that of a link of its kind, with data of its shape', async () => {
    const links = flowLinks('thing', v.object({ flow: v.string(), size: v.number() }));
    const link = await links.linkTo({ flow: 'contact', size: 5 });
    expect(link).toMatch(/^\/visualiser\/contact#thing=1\.[\w-]+$/);
    const hash = link.replace(/^[^#]*/, '');
    expect(await links.dataIn(hash)).toEqual({ flow: 'contact', size: 5 });
    expect([hash, '#thing=', '#thin=1', 'thing=1', ''].map(links.isIn)).toEqual([
      ...[true, true, false, false, false],
    ]);
    expect(await links.dataIn(hash.replace('#thing=', '#think='))).toBeNull();
    expect(await links.dataIn(`#thing=${await toFragment({ flow: 'contact', size: 'large' })}`)).toBeNull();
  });
});

test('JSON is read where it has the shape', () => {
  const schema = v.object({ size: v.number() });
  expect(readJson('{"size":5}', schema)).toEqual({ size: 5 });
  expect(readJson('{"size":"large"}', schema)).toBeNull();
  expect(readJson('{"size":', schema)).toBeNull();
});

test('the storage of the browser has an entry for each key, and none where it is refused', () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: vi.fn((key: string) => entries.get(key) ?? null),
    setItem: (key: string, text: string) => entries.set(key, text),
  };
  vi.stubGlobal('localStorage', storage);
  const schema = v.object({ size: v.number() });
  expect(savedData('a', schema)).toBeNull();
  saveJson('a', '{"size":5}');
  expect(savedData('a', schema)).toEqual({ size: 5 });
  expect(savedData('b', schema)).toBeNull();
  storage.getItem.mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(savedData('a', schema)).toBeNull();
});

const failure: PathFailure = {
  ...{ flow: 'contact', level: 'screens', path: 'path 2, 5 steps', page: '/contact' },
  steps: [{ name: 'changed: everything valid', state: 'idle' }],
  ...{ checks: ['the form is shown'], actual: 'invalid', problem: 'It went wrong.', picture: null },
};

describe('a failure', () => {
  test('is read from its file', () => {
    expect(readFailure(JSON.stringify(failure))).toEqual(failure);
    const without = { ...failure, page: null, actual: null, picture: '<p>' };
    expect(readFailure(JSON.stringify(without))).toEqual(without);
  });

  test.each([
    ...[{ flow: 5 }, { level: 'hand' }, { path: null }, { page: '//host/' }, { page: 5 }, { steps: {} }],
    ...[{ steps: [{ name: 'a' }] }, { steps: [{ state: 'a' }] }, { checks: [5] }, { actual: 5 }],
    ...[{ problem: null }, { picture: 5 }],
  ])('is not one with %j', (change) => {
    expect(readFailure(JSON.stringify({ ...failure, ...change }))).toBeNull();
  });

  const pictured = (length: number) => ({ ...failure, picture: noise(length) });

  test('has a link with its picture, unless that would be too long', async () => {
    const read = async (given: PathFailure) => {
      const link = await failureLink(given);
      expect(link.length).toBeLessThanOrEqual(8_000);
      return readFailureLink(link.replace(/^[^#]*/, ''));
    };
    expect(MAX_LINK_LENGTH).toBe(8_000);
    expect(await read(pictured(7_000))).toEqual(pictured(7_000));
    expect(await read(pictured(9_000))).toEqual(failure);
    const { linkTo } = flowLinks('failure', v.looseObject({ flow: v.string() }));
    const lengthOf = async (length: number) => (await linkTo(pictured(length))).length;
    let longest = 7_600;
    let length = await lengthOf(longest);
    for (let rounds = 0; rounds < 30 && length !== MAX_LINK_LENGTH; rounds += 1) {
      const missing = MAX_LINK_LENGTH - length;
      longest += Math.trunc(missing / 2) || Math.sign(missing);
      length = await lengthOf(longest);
    }
    expect(length).toBe(MAX_LINK_LENGTH);
    expect(await read(pictured(longest))).toEqual(pictured(longest));
  });

  test('has the picture of its file where the link has none', async () => {
    const load = vi.fn(async () => JSON.stringify({ ...failure, picture: 'a picture' }));
    const files = { '../../.cache/failures/contact-screens-path-2.json': load };
    const hashOf = async (given: PathFailure) => (await failureLink(given)).replace(/^[^#]*/, '');
    expect(await savedFailure(failure, files)).toEqual({ ...failure, picture: 'a picture' });
    expect(await savedFailure({ ...failure, level: 'browser' }, files)).toBeNull();
    expect(await failureFromFragment(await hashOf(failure), files)).toEqual({
      ...failure,
      picture: 'a picture',
    });
    const other = { ...failure, problem: 'Something else went wrong.' };
    expect(await failureFromFragment(await hashOf(other), files)).toEqual(other);
    load.mockClear();
    const own = { ...failure, picture: 'its own' };
    expect(await failureFromFragment(await hashOf(own), files)).toEqual(own);
    expect(await failureFromFragment('#failure=1.cut', files)).toBeNull();
    expect(load).not.toHaveBeenCalled();
    load.mockResolvedValue('no JSON');
    expect(await failureFromFragment(await hashOf(failure), files)).toEqual(failure);
    expect(await failureFromFragment(await hashOf(failure), {})).toEqual(failure);
  });

  test.each([
    ['machines', 'on the bare machine'],
    ['screens', 'on the React screen'],
    ['browser', 'in the browser'],
  ] as const)('at the level %s is replayed %s on its page, from the initial state', (level, where) => {
    expect(failureRun({ ...failure, level }, 'a tab')).toEqual({
      title: `The failure of path 2, 5 steps, ${where}`,
      flow: 'contact',
      on: 'page',
      tab: 'a tab',
      steps: [
        {
          name: 'open /contact',
          command: {
            ...{ kind: 'open', path: '/contact', draftsToClear: ['contact'] },
            snapshot: firstSnapshot(contact),
          },
          state: 'idle',
          transitions: [],
        },
        {
          name: 'changed: everything valid',
          command: {
            kind: 'event',
            event: { type: 'changed', ...contact.events.changed?.['everything valid'] },
          },
          state: 'idle',
          transitions: [],
        },
      ],
      failure: { ...failure, level },
    });
  });

  test('of a flow without a page is replayed on the chart', () => {
    const { on, steps } = failureRun({ ...failure, page: null }, 'a tab');
    expect([on, steps.map(({ name }) => name)]).toEqual(['chart', ['changed: everything valid']]);
  });

  test('in the fragment of an address says why it cannot be replayed', async () => {
    const problemIn = (hash: string) =>
      new Promise((resolve) => failureProblemIn(hash).subscribe({ next: ({ output }) => resolve(output) }));
    const hashOf = async (given: PathFailure) => (await failureLink(given)).replace(/^[^#]*/, '');
    expect(hasFailure(await hashOf(failure))).toBe(true);
    expect(await problemIn(await hashOf(failure))).toBeNull();
    expect(await problemIn(await hashOf({ ...failure, flow: 'gone' }))).toBe('There is no flow "gone".');
    expect(await problemIn('#failure=1.cut')).toBe(
      'The link holds no failure that can be read. It may have been cut off: run the tests again.',
    );
    expect(await problemIn('#recording=1.cut')).toBeNull();
  });
});

const recording: Recording = {
  ...{ flow: 'contact', path: '/contact', start: null },
  steps: [
    { name: 'changed: everything valid', state: 'idle' },
    { name: 'submitted: by the button', state: 'submitting' },
    { name: 'changed: as recorded', state: 'submitting', event: { type: 'changed', values: { name: 'Xx' } } },
  ],
};

describe('a recording', () => {
  const start = { status: 'active', value: { a: 'b' }, context: {}, children: {} } as const;

  test('is read from its file', () => {
    expect(readRecording(JSON.stringify(recording))).toEqual(recording);
    expect(readRecording(JSON.stringify({ ...recording, start }))).toEqual({ ...recording, start });
  });

  test.each([
    ...[
      { flow: null },
      { path: null },
      { start: undefined },
      { start: {} },
      { start: { ...start, status: 'new' } },
    ],
    ...[{ steps: {} }, { steps: [{ name: 'a' }] }, { steps: [{ state: 'a' }] }],
    ...[
      { steps: [{ name: 'a', state: 'b', event: {} }] },
      { steps: [{ name: 'a', state: 'b', event: null }] },
    ],
  ])('is not one with %j', (change) => {
    expect(readRecording(JSON.stringify({ ...recording, ...change }))).toBeNull();
  });

  test.each([
    ['/', true],
    ['/blog/a-post?x=1#y', true],
    ['/a//b', true],
    ['/a/%2f', true],
    ['a/', false],
    [' /a', false],
    ['//host', false],
    ['/\\host', false],
    ['/a\\b', false],
    ['/a%5Cb', false],
    ['/a\u0000b', false],
    ['/%2Fhost', false],
  ])('that begins at %j: %s', (path, isRead) => {
    expect(readRecording(JSON.stringify({ ...recording, path })) !== null).toBe(isRead);
  });

  test('has one link and is read once from the fragment of it', async () => {
    vi.stubGlobal('window', { location: { origin: 'https://site.example' } });
    const link = linkOf(recording);
    expect(linkOf(recording)).toBe(link);
    expect(linkOf({ ...recording })).not.toBe(link);
    const url = await new Promise<string | undefined>((resolve) =>
      link.subscribe({ next: ({ output }) => resolve(output) }),
    );
    expect(url).toMatch(/^https:\/\/site\.example\/visualiser\/contact#recording=1\./);
    expect(url).toBe(await recordingUrl(recording, 'https://site.example'));
    const { hash } = new URL(url ?? '');
    expect([hash, '#failure=1.'].map(hasRecording)).toEqual([true, false]);
    const read = recordingIn(hash);
    expect(recordingIn(hash)).toBe(read);
    expect(await new Promise((resolve) => read.subscribe({ next: ({ output }) => resolve(output) }))).toEqual(
      recording,
    );
  });

  test('says why it cannot be replayed', () => {
    expect(replayProblem(contact, { ...recording, steps: recording.steps.slice(0, 2) })).toBeNull();
    const gone = { ...recording, steps: [{ name: 'changed: by magic', state: 'idle' }] };
    expect(replayProblem(contact, gone)).toMatch(/changed: by magic/);
    const throwing = {
      ...contact,
      get machine(): never {
        throw 'no machine';
      },
    };
    expect(replayProblem(throwing, recording)).toBe('no machine');
  });

  test('is exported as a test whose imports are in the order of their paths', () => {
    const code = testCodeOf(contact, { ...recording, steps: [] });
    expect(code).toBe(`import { expect, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { type Recording, recordingDivergence } from '../../machines/paths/recording.ts';

const recording: Recording = {
  flow: 'contact',
  path: '/contact',
  start: null,
  steps: [],
};

test('Contact message, as it was recorded on /contact', () => {
  expect(recordingDivergence(contactFlow, recording)).toBeNull();
});
`);
    expect(testCodeOf(flowOf('registration'), recording).split('\n').slice(1, 3)).toEqual([
      "import { type Recording, recordingDivergence } from '../../machines/paths/recording.ts';",
      "import { registrationFlow } from '../../machines/registration/registration.flow.ts';",
    ]);
  });
});

test('what is asked for twice is loaded once', async () => {
  const load = vi.fn(async (text: string) => text.toUpperCase());
  const actorOf = startOncePerText(load);
  const actor = actorOf('a');
  expect(actorOf('a')).toBe(actor);
  expect(actorOf('b')).not.toBe(actor);
  expect(load.mock.calls).toEqual([['a'], ['b']]);
  await vi.waitFor(() => expect(actor.getSnapshot().output).toBe('A'));
  const single = startPromise(async () => 5);
  await vi.waitFor(() => expect(single.getSnapshot()).toMatchObject({ status: 'done', output: 5 }));
});
