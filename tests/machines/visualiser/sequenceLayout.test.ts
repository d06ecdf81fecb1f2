import { describe, expect, test } from 'vitest';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { textWidth } from '../../../src/visualiser/chart/textWidths.ts';
import { layOutSequence } from '../../../src/visualiser/sequence/layout.ts';
import { sequenceAsMermaid } from '../../../src/visualiser/sequence/mermaid.ts';
import {
  actorNameOf,
  actorParticipant,
  eventParticipant,
  outcomeSource,
  participantNames,
  participantOfActor,
  participantOfEvent,
} from '../../../src/visualiser/sequence/participants.ts';
import type { Sequence } from '../../../src/visualiser/sequence/types.ts';

/** Where everything in the drawing of a sequence stands, its Mermaid diagram, and who takes part. */

describe('the layout of a sequence', () => {
  const message = (from: string, to: string, text: string, changes = {}) => ({
    ...{ id: '0', kind: 'message' as const, from, to, text, isReply: false, times: 1 },
    ...changes,
  });
  const note = (over: string, text: string) => ({
    ...{ id: '0', kind: 'note' as const, over, text, isFailure: false },
  });
  const [visitor, page, server] = [
    { id: 'visitor', name: 'Visitor' },
    { id: 'page', name: 'Page' },
    { id: 'server', name: 'A server with a name that takes room' },
  ];
  const layoutWith = (...rows: Sequence['rows']) => layOutSequence({ lifelines: [visitor, page], rows });
  const widthOf = (text: string) => textWidth(text, 12) + 16;

  test('has a row for each thing, one under the other, below the names', () => {
    const rows = [message('visitor', 'page', 'sent', { times: 2 }), note('page', 'idle')];
    expect(layoutWith(...rows)).toMatchObject({
      height: 132,
      rows: [
        { row: rows[0], y: 64, text: 'sent (2 times)', width: widthOf('sent (2 times)') },
        { row: rows[1], y: 98, text: 'idle', width: widthOf('idle') },
      ],
    });
  });

  test('is nothing without lifelines', () => {
    expect(layOutSequence({ lifelines: [], rows: [] })).toEqual({
      ...{ width: 24, height: 64, columns: {}, heads: {}, rows: [] },
    });
  });

  test('has lifelines at least 90 pixels apart, with a margin', () => {
    const { columns, heads, width } = layoutWith();
    // The bold names are 36 and 27 pixels wide.
    expect(heads).toEqual({ visitor: 60, page: 51 });
    expect(columns).toEqual({ visitor: 42, page: 132 });
    expect(width).toBe(170);
  });

  test('has lifelines as far apart as their names require', () => {
    const { columns, heads } = layOutSequence({ lifelines: [visitor, server, page], rows: [] });
    const [first = 0, second = 0, third = 0] = [heads.visitor, heads.server, heads.page];
    expect(second).toBeGreaterThan(200);
    expect(columns).toEqual({
      visitor: Math.round(first / 2 + 12),
      server: Math.round(first + second / 2 + 24),
      page: Math.round(first + second + third / 2 + 36),
    });
  });

  const LONG = 'a message that takes much more room than 90 pixels';

  test.each([
    ['to the right', message('visitor', 'page', LONG)],
    ['to the left', message('page', 'visitor', LONG)],
  ])('has them as far apart as the text of a message %s', (_, row) => {
    const { columns } = layoutWith(row);
    expect((columns.page ?? 0) - (columns.visitor ?? 0)).toBe(widthOf(LONG) + 12);
  });

  test('has the room for a message between all lifelines that it crosses', () => {
    const lifelines = [visitor, page, { id: 'clock', name: 'Clock' }, { id: 'x', name: 'X' }];
    const { columns } = layOutSequence({ lifelines, rows: [message('clock', 'visitor', LONG)] });
    const half = (widthOf(LONG) + 12) / 2;
    expect(columns).toEqual({
      visitor: 42,
      page: Math.round(42 + half),
      clock: Math.round(42 + 2 * half),
      x: Math.round(42 + 2 * half + 90),
    });
    expect(layoutWith(message('visitor', 'page', 'x')).columns).toEqual({ visitor: 42, page: 132 });
  });

  test('has room for half of a note on each side of its lifeline', () => {
    const half = widthOf(LONG) / 2;
    expect(layoutWith(note('page', LONG))).toMatchObject({
      columns: { visitor: 42, page: Math.round(42 + half + 12) },
      width: Math.ceil(42 + half + 12 + 12 + half),
    });
    expect(layoutWith(note('visitor', LONG)).columns).toEqual({
      visitor: Math.round(12 + half),
      page: Math.round(12 + half + half + 12),
    });
    const lifelines = [visitor, page, { id: 'clock', name: 'Clock' }];
    const { columns } = layOutSequence({ lifelines, rows: [note('page', LONG)] });
    expect(columns).toEqual({
      visitor: 42,
      page: Math.round(42 + half + 12),
      clock: Math.round(42 + 2 * half + 24),
    });
  });

  test('is as wide as what is said of the load of a page', () => {
    const { width, columns } = layoutWith({ id: '0', kind: 'pageLoaded', text: LONG });
    expect(width).toBe(widthOf(LONG) + 24);
    expect(columns).toEqual({ visitor: 42, page: 132 });
    expect(layoutWith({ id: '0', kind: 'pageLoaded', text: 'x' }).width).toBe(170);
  });

  test.each([
    [52, 'a'.repeat(52)],
    [53, `${'a'.repeat(51)}…`],
  ])('cuts off a text of more than 52 letters: one of %i', (length, text) => {
    expect(layoutWith(note('page', 'a'.repeat(length))).rows[0]?.text).toBe(text);
  });
});

test('Mermaid gets a sequence of several lifelines, of one, and of none', () => {
  const lifelines = [
    { id: 'page', name: 'Page' },
    { id: 'machine a-b', name: 'Machine' },
  ];
  const message = { id: '0', kind: 'message' as const, text: 'sent', isReply: false, times: 3 };
  const loaded = { id: '1', kind: 'pageLoaded' as const, text: '/' };
  const note = { id: '2', kind: 'note' as const, over: 'machine a-b', text: 'on', isFailure: false };
  expect(
    sequenceAsMermaid({
      lifelines,
      rows: [
        { ...message, from: 'page', to: 'machine a-b' },
        { ...message, from: 'machine a-b', to: 'page', isReply: true, times: 1 },
        note,
        loaded,
      ],
    }),
  ).toBe(
    [
      'sequenceDiagram',
      '  participant page as Page',
      '  participant machine_a_b as Machine',
      '  page->>machine_a_b: sent (3 times)',
      '  machine_a_b-->>page: sent',
      '  Note over machine_a_b: on',
      '  Note over page,machine_a_b: /',
    ].join('\n'),
  );
  expect(sequenceAsMermaid({ lifelines: lifelines.slice(0, 1), rows: [loaded] })).toBe(
    'sequenceDiagram\n  participant page as Page\n  Note over page: /',
  );
  expect(sequenceAsMermaid({ lifelines: [], rows: [] })).toBe('sequenceDiagram');
});

describe('who takes part', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['xstate.done.actor.first', 'paymentWindow', { first: { src: 'checkout' } }],
    ['xstate.error.actor.first', 'server', { first: { src: 'send' } }],
    ['xstate.done.actor.checkout', 'paymentWindow', {}],
    ['xstate.done.actor.loadCheckout', 'paymentWindow', { loadCheckout: { src: { type: 'x' } } }],
    ['xstate.done.actor.performStep', 'page', {}],
    ['xstate.after.100.registration.editing', 'clock', {}],
    ['not.xstate.after.100', 'page', {}],
    ['not.xstate.done.actor.checkout', 'page', {}],
    ['paymentSucceeded', 'paymentWindow', {}],
    ['draftFound', 'page', {}],
    ['submitted', 'visitor', {}],
    ['unheardOf', 'page', {}],
  ])('%s comes from %s', (type, participant, children) => {
    expect(eventParticipant(registrationFlow, children, type)).toBe(participant);
  });

  test('the source of an event is the logic of an actor', () => {
    expect(outcomeSource({ first: { src: 'send' } }, 'xstate.done.actor.first')).toBe('send');
    expect(outcomeSource({ first: { src: 'send' } }, 'first')).toBeNull();
    expect(actorNameOf({ first: { src: 'send' } }, 'first')).toBe('send');
    expect(actorNameOf({ first: { src: 1 } }, 'first')).toBe('first');
    expect(actorParticipant('checkout')).toBe('paymentWindow');
    expect(actorParticipant('send')).toBe('server');
  });

  test('each has a name, in the order of the lifelines', () => {
    expect(Object.entries(participantNames)).toEqual([
      ['visitor', 'Visitor'],
      ['page', 'Page'],
      ['server', 'Server'],
      ['paymentWindow', 'Payment window'],
      ['clock', 'Clock'],
    ]);
  });

  test('those that are no server and no visitor are these', () => {
    expect(participantOfActor).toEqual({
      ...{ loadCheckout: 'paymentWindow', checkout: 'paymentWindow', performStep: 'page' },
    });
    expect(participantOfEvent).toEqual({
      ...{ paymentSucceeded: 'paymentWindow', paymentUnclear: 'paymentWindow' },
      ...{ paymentFailed: 'paymentWindow', checkoutDismissed: 'paymentWindow' },
      ...{ checkoutVanished: 'paymentWindow', draftFound: 'page', slugChanged: 'page', navigated: 'page' },
      ...{ tabHidden: 'page', tabShown: 'page', motionReduced: 'page' },
    });
  });
});
