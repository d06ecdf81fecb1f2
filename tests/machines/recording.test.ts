import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { createMask } from '../../machines/paths/mask.ts';
import {
  type Happening,
  type RecordedPose,
  type Recording,
  record,
  strays,
} from '../../machines/paths/recording.ts';
import { createStage } from '../../machines/paths/stage.ts';
import { placeOf } from '../../src/visualiser/places.ts';
import { linkTo, readRecording, recordingIn } from '../../src/visualiser/recordings.ts';

const own = { name: 'Kiran Bedi', email: 'kiran.b@home.in', phone: '9000011111', message: 'Hi, it is me: 7' };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What happens to the contact form when events come, as a page tells it. */
function happenings(...events: Happening['event'][]): Happening[] {
  const stage = createStage(contactFlow.machine);
  const pose = (): RecordedPose => {
    const { status, value, context } = stage.actor.getSnapshot();
    return { status, value, context, children: {} };
  };
  return events.map((event) => {
    const before = pose();
    stage.actor.send(event);
    return { before, event, after: pose() };
  });
}

const sent = { type: 'xstate.done.actor.send', output: {} };
const refused = { type: 'xstate.error.actor.send', error: { error: 'Not for you, Kiran.' } };

describe('a recording', () => {
  test('names the steps that are cases of the flow', () => {
    const right = contactCases.events.changed['everything right'];
    const recording = record(
      contactFlow,
      '/contact',
      happenings({ type: 'changed', ...right }, { type: 'submitted' }, sent),
    );
    expect(recording).toEqual({
      flow: 'contact',
      path: '/contact',
      start: null,
      steps: [
        { name: 'changed: everything right', state: 'idle' },
        { name: 'submitted: by the button', state: 'submitting' },
        { name: 'send: taken', state: 'done' },
      ],
    });
    expect(strays(contactFlow, recording)).toBeNull();
  });

  test('keeps what is no case without what was typed, and can still be walked', () => {
    const recording = record(
      contactFlow,
      '/contact',
      happenings({ type: 'changed', values: own }, { type: 'submitted' }, refused),
    );
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|home\.in|9000011111|it is me/);
    expect(recording.steps.map(({ state }) => state)).toEqual(['idle', 'submitting', 'failed']);
    expect(strays(contactFlow, recording)).toBeNull();
  });

  test('that begins later begins in a state whose values are masked', () => {
    const all = happenings({ type: 'changed', values: own }, { type: 'submitted' }, refused, {
      type: 'alertDismissed',
    });
    const recording = record(contactFlow, '/contact', all.slice(3));
    expect(recording.start?.value).toBe('failed');
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|home\.in/);
    expect(strays(contactFlow, recording)).toBeNull();
  });

  test('goes through a link and a file, and nothing else does', () => {
    const recording: Recording = record(
      contactFlow,
      '/contact',
      happenings({ type: 'changed', values: { ...own, name: 'Zoë ✓' } }),
    );
    const link = linkTo(recording, 'https://site.example');
    expect(recordingIn(new URL(link).hash)).toEqual(recording);
    expect(readRecording(JSON.stringify(recording))).toEqual(recording);
    for (const hash of ['', '#recording=', '#recording=%%%', '#other']) expect(recordingIn(hash)).toBeNull();
    expect(readRecording(JSON.stringify({ ...recording, path: '//elsewhere.example' }))).toBeNull();
  });

  test('says where it goes astray', () => {
    const recording = record(contactFlow, '/contact', happenings({ type: 'changed', values: own }));
    const wrong = { ...recording, steps: recording.steps.map((step) => ({ ...step, state: 'done' })) };
    expect(strays(contactFlow, wrong)).toMatch(/led to "idle", not to "done"$/);
  });
});

test('a mask keeps shapes, equality and difference, and what nobody typed', () => {
  const mask = createMask([['Grade 8']]);
  const masked = mask({
    one: 'Asha 9',
    same: 'Asha 9',
    other: 'Uma2 7',
    grade: 'Grade 8',
    empty: '',
    list: ['a@b.in'],
  });
  expect(masked).toEqual({
    one: 'Xxxx 0',
    same: 'Xxxx 0',
    other: 'Xxx0 0',
    grade: 'Grade 8',
    empty: '',
    list: ['x@x.xx'],
  });
  const { one, other } = mask({ one: 'Asha', other: 'Usha' });
  expect(one).not.toBe(other);
  expect(isPlain(masked)).toBe(true);
});

test('every flow of the site has a page on which the visualiser shows it', () => {
  const without = catalogue.filter(({ id }) => !/^(visualiser|chart)/.test(id) && placeOf(id) === null);
  expect(without.map(({ id }) => `Name the page of "${id}" in src/visualiser/places.ts.`)).toEqual([]);
});
