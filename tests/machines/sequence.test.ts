import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';
import { scholarshipTermsFlow } from '../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import { layOutSequence } from '../../src/visualiser/sequence/layout.ts';
import { sequenceAsMermaid } from '../../src/visualiser/sequence/mermaid.ts';
import { participantOfActor, participantOfEvent } from '../../src/visualiser/sequence/participants.ts';
import { SequenceDrawing } from '../../src/visualiser/sequence/SequenceDrawing.tsx';
import {
  entriesOfFlow,
  lifelineName,
  messageText,
  rowAsText,
  sequenceOf,
} from '../../src/visualiser/sequence/sequence.ts';
import type { TimelineEntry } from '../../src/visualiser/timeline/types.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { simulatedTimeline } from '../support/simulatedTimeline.ts';

const linesOf = (entries: readonly TimelineEntry[]) => {
  const sequence = sequenceOf(entries);
  return sequence.rows.map((row) => rowAsText(sequence, row));
};

const registration = simulatedTimeline(registrationFlow, [
  'changed: everything valid',
  'submitted: by the button',
  'createOrder: an open order',
  'after slowNotice',
  'loadCheckout: loaded',
  'checkoutDismissed: the customer closes the window',
]);

describe('a sequence', () => {
  test('has visitor, page, machine, server, payment window and clock, and what each sends', () => {
    expect(sequenceOf(registration).lifelines.map(({ name }) => name)).toEqual([
      'Visitor',
      'Page',
      'Machine',
      'Server',
      'Payment window',
      'Clock',
    ]);
    expect(linesOf(registration)).toEqual([
      '/register-re is loaded',
      'Page → Machine: the flow begins',
      'Machine is in editing.idle',
      'Visitor → Page: changed: everything valid',
      'Page → Machine: changed',
      'Visitor → Page: submitted: by the button',
      'Page → Machine: submitted',
      'Machine is in creatingOrder',
      'Machine → Server: createOrder',
      'Server → Machine: createOrder: an open order',
      'Machine is in loadingCheckout.requesting.onTime',
      'Machine → Payment window: loadCheckout',
      'Clock → Machine: after slowNotice',
      'Machine is in loadingCheckout.requesting.slow',
      'Payment window → Machine: loadCheckout: loaded',
      'Machine is in paying.open',
      'Machine → Payment window: checkout',
      'Payment window → Machine: checkoutDismissed: the customer closes the window',
      'Machine is in editing.dismissed',
    ]);
  });

  test('has the requests of the page and the responses to them, without what follows the path', () => {
    const page = { id: 'load', tab: 'tab', path: '/contact', title: 'Contact' };
    const common = { page, picture: null, flow: 'contact' };
    const lines = linesOf([
      {
        ...common,
        ...{ kind: 'request', number: 1, at: 1 },
        request: { id: 1, method: 'POST', path: '/api/contact?name=Kiran', body: { name: 'Kiran' } },
      },
      { ...common, kind: 'response', number: 2, at: 2, response: { request: 1, status: 201, body: {} } },
      { ...common, kind: 'response', number: 3, at: 3, response: { request: 2, status: null, body: null } },
    ]);
    expect(lines).toEqual([
      'Page → Server: POST /api/contact',
      'Server → Page: 201',
      'Server → Page: no response',
    ]);
  });

  test('has what is typed once, and nothing that was typed', () => {
    const typed = ['K', 'Ki', 'Kiran'].map((name) => ({
      type: 'changed',
      values: { ...contactCases.events.changed['everything valid'].values, name },
    }));
    const lines = linesOf(simulatedTimeline(contactFlow, typed));
    expect(lines).toContain('Visitor → Page: changed (3 times)');
    expect(lines.join()).not.toContain('Ki');
  });

  test('says what a machine has thrown', () => {
    const [entry] = registration.slice(-1);
    if (entry?.kind !== 'event') throw new Error('There is no event.');
    const failure = { message: 'x is not a function', event: 'submitted', state: 'editing' };
    const lines = linesOf([{ ...entry, entry: { ...entry.entry, failure } }]);
    expect(lines.at(-1)).toBe('Machine threw “x is not a function”');
  });

  test('names the machines where there are several, and has one flow alone where it is asked for', () => {
    const both = [...registration, ...simulatedTimeline(scholarshipTermsFlow, ['toggled: by the button'])];
    const names = (entries: readonly TimelineEntry[]) =>
      sequenceOf(entries).lifelines.map(({ name }) => name);
    expect(names(both)).toEqual(expect.arrayContaining(['Machine registration', 'Machine scholarshipTerms']));
    expect(names(entriesOfFlow(both, 'scholarshipTerms'))).toEqual(['Visitor', 'Page', 'Machine']);
  });

  test('is drawn with its texts, the lifelines in order and as far apart as the texts require', () => {
    const sequence = sequenceOf(registration);
    const layout = layOutSequence(sequence);
    const columns = sequence.lifelines.map(({ id }) => layout.columns[id] ?? 0);
    expect(columns).toEqual([...columns].sort((one, other) => one - other));
    const messages = layout.rows.flatMap(({ row, width }) =>
      row.kind === 'message' ? [{ ...row, width }] : [],
    );
    for (const { to, from, width } of nonEmpty(messages))
      expect(Math.abs((layout.columns[to] ?? 0) - (layout.columns[from] ?? 0))).toBeGreaterThanOrEqual(width);
    const svg = renderToStaticMarkup(createElement(SequenceDrawing, { sequence, layout }));
    expect(svg).toContain('>createOrder: an open order<');
    expect(svg.match(/is-reply/g)).toHaveLength(2);
    expect(sequence.rows.filter((row) => row.kind === 'message' && row.isReply)).toHaveLength(2);
  });
});

describe('the rows of an event', () => {
  const [, begun, changed] = registration;
  if (begun?.kind !== 'event' || changed?.kind !== 'event') throw new Error('There is no event.');

  const snapshot = (name: 'idle' | 'invalid', children: Record<string, { src: unknown }> = {}) => ({
    ...begun.entry.snapshot,
    ...{ value: { editing: name }, children },
  });
  const entryWith = (changes: object): TimelineEntry => ({
    ...changed,
    entry: {
      ...changed.entry,
      ...{
        event: { type: 'submitted' },
        before: snapshot('idle'),
        snapshot: snapshot('idle'),
        transitions: ['x'],
      },
      ...changes,
    },
  });
  const running = { first: { src: 'createOrder' } };

  test.each<[string, object, string[]]>([
    [
      'of the visitor are two messages',
      {},
      ['Visitor → Page: submitted: by the button', 'Page → Machine: submitted'],
    ],
    [
      'have the new state',
      { snapshot: snapshot('invalid') },
      [
        'Visitor → Page: submitted: by the button',
        'Page → Machine: submitted',
        'Machine is in editing.invalid',
      ],
    ],
    [
      'say that nothing was taken',
      { transitions: [] },
      ['Visitor → Page: submitted: by the button (nothing taken)', 'Page → Machine: submitted'],
    ],
    [
      'say what was thrown in place of what was taken, and of the new state',
      {
        ...{ transitions: [], snapshot: snapshot('invalid') },
        failure: { message: 'x', event: 'submitted', state: 'a' },
      },
      ['Visitor → Page: submitted: by the button', 'Page → Machine: submitted', 'Machine threw “x”'],
    ],
    [
      'that begin a flow take nothing',
      { before: null, transitions: [], event: { type: 'xstate.init' } },
      ['Page → Machine: the flow begins', 'Machine is in editing.idle'],
    ],
    [
      'of a timer are a message of the clock',
      { event: { type: 'xstate.after.10.x' } },
      ['Clock → Machine: xstate.after.10.x'],
    ],
    ['of an unknown flow come from the page', { flow: 'unknown' }, ['Page → Machine: submitted']],
    [
      'have the actors that began to run',
      { before: snapshot('idle'), snapshot: snapshot('idle', running) },
      [
        'Visitor → Page: submitted: by the button',
        'Page → Machine: submitted',
        'Machine → Server: createOrder',
      ],
    ],
    [
      'have all actors of a flow that begins',
      { before: null, snapshot: snapshot('idle', running) },
      ['Page → Machine: the flow begins', 'Machine is in editing.idle', 'Machine → Server: createOrder'],
    ],
    [
      'have no actor that went on running',
      { before: snapshot('idle', running), snapshot: snapshot('idle', running) },
      ['Visitor → Page: submitted: by the button', 'Page → Machine: submitted'],
    ],
    [
      'have an actor that ended and runs again, and not one with a name that ends alike',
      {
        event: { type: 'xstate.error.actor.first' },
        before: snapshot('idle', { first: { src: 'createOrder' }, st: { src: 'other' } }),
        snapshot: snapshot('idle', { first: { src: 'createOrder' }, st: { src: 'other' } }),
      },
      ['Server → Machine: xstate.error.actor.first', 'Machine → Server: createOrder'],
    ],
    [
      'have no actor for an event that merely ends like its outcome',
      {
        event: { type: 'my.xstate.done.actor.first' },
        before: snapshot('idle', running),
        snapshot: snapshot('idle', running),
      },
      ['Page → Machine: my.xstate.done.actor.first'],
    ],
  ])('%s', (_, changes, lines) => {
    expect(linesOf([entryWith(changes)])).toEqual(lines);
  });

  test('are replies where they are outcomes of actors, and no others', () => {
    const repliesOf = (type: string) =>
      sequenceOf([entryWith({ event: { type } })]).rows.map((row) => row.kind === 'message' && row.isReply);
    expect(repliesOf('xstate.done.actor.first')).toEqual([true]);
    expect(repliesOf('xstate.after.10.x')).toEqual([false]);
    expect(repliesOf('paymentSucceeded')).toEqual([false]);
    expect(repliesOf('submitted')).toEqual([false, false]);
  });

  test('that repeat those before them are counted, unless the state changes', () => {
    const [same, other] = [entryWith({}), entryWith({ event: { type: 'changed' } })];
    expect(linesOf([same, same, same, other, same])).toEqual([
      'Visitor → Page: submitted: by the button (3 times)',
      'Page → Machine: submitted (3 times)',
      'Visitor → Page: changed',
      'Page → Machine: changed',
      'Visitor → Page: submitted: by the button',
      'Page → Machine: submitted',
    ]);
    const next = entryWith({ snapshot: snapshot('invalid') });
    expect(linesOf([next, next])).toHaveLength(6);
  });

  test('have numbers as their ids', () => {
    expect(
      sequenceOf([entryWith({}), entryWith({ snapshot: snapshot('invalid') })]).rows.map(({ id }) => id),
    ).toEqual(['0', '1', '2', '3', '4']);
  });

  test('have those who take part as lifelines', () => {
    const idsOf = (...entries: TimelineEntry[]) => sequenceOf(entries).lifelines;
    const [loaded] = registration;
    if (!loaded) throw new Error('No page is loaded.');
    expect(idsOf()).toEqual([]);
    expect(idsOf(loaded)).toEqual([{ id: 'page', name: 'Page' }]);
    expect(idsOf(entryWith({ event: { type: 'xstate.after.1.x' } }))).toEqual([
      { id: 'machine registration', name: 'Machine' },
      { id: 'clock', name: 'Clock' },
    ]);
    expect(idsOf(entryWith({}), entryWith({ flow: 'contact' })).slice(2)).toEqual([
      { id: 'machine registration', name: 'Machine registration' },
      { id: 'machine contact', name: 'Machine contact' },
    ]);
  });

  test('are those of one flow, with its calls and the loads of pages', () => {
    const { page } = changed;
    const call = (flow: string | null): TimelineEntry => ({
      ...{ kind: 'request', number: 9, at: 9, page, picture: null, flow },
      request: { id: 1, method: 'GET', path: '/api', body: null },
    });
    const entries = [
      ...registration.slice(0, 2),
      entryWith({ flow: 'contact' }),
      call('contact'),
      call(null),
    ];
    expect(entriesOfFlow(entries, 'contact')).toEqual([entries[0], entries[2], entries[3]]);
  });

  test('name an unknown lifeline by its id', () => {
    expect(lifelineName({ lifelines: [], rows: [] }, 'machine x')).toBe('machine x');
    expect(messageText({ text: 'sent', times: 1 })).toBe('sent');
  });
});

describe('as Mermaid', () => {
  test('it has each lifeline as a participant and each row as a statement', () => {
    const lines = sequenceAsMermaid(sequenceOf(registration)).split('\n');
    expect(lines[0]).toBe('sequenceDiagram');
    expect(lines).toContain('  participant paymentWindow as Payment window');
    expect(lines).toContain('  visitor->>page: submitted#58; by the button');
    expect(lines).toContain('  Note over visitor,clock: /register-re is loaded');
    expect(lines).toContain('  server-->>machine_registration: createOrder#58; an open order');
    expect(lines).toContain('  Note over machine_registration: paying.open');
  });

  test('texts do not end a statement, nor begin another', () => {
    const text = 'a; b #c\nend %% {x} <br> "q" A->>B: c --> d';
    const mermaid = sequenceAsMermaid({
      lifelines: [{ id: 'page', name: 'Page; x' }],
      rows: [{ id: '0', kind: 'note', over: 'page', text, isFailure: true }],
    });
    expect(mermaid.split('\n')).toHaveLength(3);
    const escaped = mermaid.split('Note over page: ')[1] ?? '';
    expect(escaped.replaceAll(/#\d+;/g, '')).not.toMatch(/[;#<>"{}%:]|--/);
    const decoded = escaped.replaceAll(/#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(decoded).toBe(text.replace('\n', ' '));
  });
});

test('every actor and event that is named for a participant is one of a flow', () => {
  const actors = catalogue.flatMap(({ outcomes }) => Object.keys(outcomes));
  const events = catalogue.flatMap((flow) => Object.keys(flow.events));
  expect(nonEmpty(Object.keys(participantOfActor)).filter((actor) => !actors.includes(actor))).toEqual([]);
  expect(nonEmpty(Object.keys(participantOfEvent)).filter((event) => !events.includes(event))).toEqual([]);
});
