import { describe, expect, test } from 'vitest';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { curriculumFlow } from '../../../machines/curriculum/curriculum.flow.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import type { LogEntry, PageInfo } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { observedTransitions, reportedEntries } from '../../../src/visualiser/report/reportedEntries.ts';
import { stepsOf } from '../../../src/visualiser/report/steps.ts';
import type { TimelineEntry } from '../../../src/visualiser/timeline/types.ts';
import { flow as shelfFlow } from '../../support/flowFixture.ts';
import { simulatedTimeline } from '../../support/simulatedTimeline.ts';

/** Which entries of a timeline a report tells, and in what words. */

type EventEntry = Extract<TimelineEntry, { kind: 'event' }>;

const page: PageInfo = { id: 'a load', tab: 'a tab', path: '/contact', title: 'Contact Us' };
const display = { isMasked: false, text: String };
const { values } = contactCases.events.changed['everything valid'];

const snapshotWith = (context: Record<string, unknown>, value = 'idle') => ({
  status: 'active' as const,
  value,
  context,
  children: {},
});

const sampleEntry: LogEntry = {
  number: 1,
  at: 0,
  session: 'x:1',
  flow: 'contact',
  event: { type: 'changed' },
  transitions: [],
  guardResults: [],
  failedGuards: [],
  microsteps: 1,
  before: snapshotWith({}),
  snapshot: snapshotWith({}),
  failure: null,
};

/** Returns an event on the timeline. */
const eventEntry = (
  number: number,
  changes: Partial<LogEntry> = {},
  more: Partial<Pick<EventEntry, 'page' | 'picture'>> = {},
): EventEntry => ({
  ...{ kind: 'event', number, at: number * 1_000, page, picture: null },
  entry: { ...sampleEntry, number, at: number * 1_000, ...changes },
  ...more,
});

const requestEntry = (
  number: number,
  { body = null, ...changes }: { body?: unknown; flow?: string | null; page?: PageInfo } = {},
): TimelineEntry => ({
  ...{ kind: 'request', number, at: number * 1_000, page, picture: null, flow: 'contact' },
  request: { id: number, method: 'POST', path: '/api/contact', body },
  ...changes,
});

const responseEntry = (number: number, status: number | null, body: unknown): TimelineEntry => ({
  ...{ kind: 'response', number, at: number * 1_000, page, picture: null, flow: 'contact' },
  response: { request: 1, status, body },
});

describe('a step tells', () => {
  test('who did what, what became of it, and what was asked and changed', () => {
    const [, , , , sent] = simulatedTimeline(
      contactFlow,
      ['changed: everything valid', 'submitted: by the button', 'send: refused by the server'],
      (index) => ({ html: `${index}`, width: 390, height: 844, scroll: { x: 0, y: 0 } }),
    );
    if (sent?.kind !== 'event') throw new Error('There is no such event.');
    const guardResults = ['contact.idle · submitted[0] ? true', 'contact.gone ? false'];
    const entries: TimelineEntry[] = [{ ...sent, entry: { ...sent.entry, guardResults } }];
    expect(stepsOf(contactFlow, entries, display)).toEqual([
      {
        number: 1,
        at: 3_000,
        who: 'Server',
        text: 'send: refused by the server',
        state: 'failed',
        description: 'The form could not be sent: the alert says why, and what was typed is kept.',
        failure: null,
        transitions: ['contact.submitting · xstate.error.actor.send'],
        guards: ['isValid: yes', 'contact.gone: no'],
        payload: expect.stringContaining('Messages cannot be taken at the moment.'),
        changes: [
          { path: 'alert.kind', before: '–', after: '"error"', isChanged: true },
          {
            path: 'alert.message',
            before: '–',
            after: '"Messages cannot be taken at the moment."',
            isChanged: true,
          },
          { path: 'alert', before: 'null', after: '–', isChanged: true },
        ],
        picture: { html: '2', width: 390, height: 844, scroll: { x: 0, y: 0 } },
      },
    ]);
  });

  test('in words what XState names', () => {
    const texts = (happenings: string[]) =>
      stepsOf(registrationFlow, simulatedTimeline(registrationFlow, happenings), display).map(
        ({ who, text }) => `${who}: ${text}`,
      );
    const ordered = ['changed: everything valid', 'submitted: by the button'];
    const begun = ['Page: the flow begins', 'Visitor: changed: everything valid'];
    expect(texts([...ordered, 'createOrder: refused by the server'])).toEqual([
      ...begun,
      'Visitor: submitted: by the button',
      'Server: create order: refused by the server',
    ]);
    expect(texts([...ordered, 'after orderTimeout']).at(-1)).toBe('Clock: after order timeout');
    expect(texts([...ordered, 'createOrder: an open order', 'loadCheckout: not loaded']).at(-1)).toBe(
      'Payment window: load checkout: not loaded',
    );
  });

  test('the words of a case as they are, also behind a second colon', () => {
    const event = { type: 'someEvent: aCase: ofMine' };
    const [step] = stepsOf(contactFlow, [eventEntry(1, { event })], display);
    expect(step?.text).toBe('some event: aCase: ofMine');
  });

  test('each region of parallel states that has a description, and none of a machine without a chart', () => {
    const [curriculum] = stepsOf(curriculumFlow, simulatedTimeline(curriculumFlow, []), display);
    expect(curriculum).toMatchObject({
      state: 'subject.math | gradeBand.5-6',
      description: 'The topics of mathematics are shown. The topics are those of Grades 5 and 6.',
    });
    const [own] = stepsOf(shelfFlow, [eventEntry(1, { flow: 'shelf' })], display);
    expect(own).toMatchObject({ state: 'idle', description: null });
    const snapshot = snapshotWith({}, 'noSuchState');
    const [renamed] = stepsOf(contactFlow, [eventEntry(1, { snapshot })], display);
    expect(renamed).toMatchObject({ state: 'noSuchState', description: null });
  });

  test('the error that it threw, in the words of the display', () => {
    const failure = { message: 'no place for Asha', event: 'changed', state: 'idle' };
    const shouted = { isMasked: false, text: (text: string) => text.toUpperCase() };
    expect(stepsOf(contactFlow, [eventEntry(1, { failure })], shouted)).toMatchObject([
      { failure: 'NO PLACE FOR ASHA' },
    ]);
  });

  test('no change and the page as its origin where the flow begins', () => {
    const entry = eventEntry(1, { event: { type: 'xstate.init' }, before: null });
    expect(stepsOf(contactFlow, [entry], display)).toMatchObject([
      { who: 'Page', text: 'the flow begins', changes: [], payload: null },
    ]);
  });

  test('the payload without the type and the number of the actor, masked where values are', () => {
    const event = { type: 'changed', actorId: 'x', values: { name: 'Kiran Bedi' } };
    const context = { values: { name: 'Kiran Bedi' } };
    const entries = [eventEntry(1, { event, snapshot: snapshotWith(context) })];
    const payloadAndChanges = (isMasked: boolean) =>
      stepsOf(contactFlow, entries, { isMasked, text: String }).map(({ payload, changes }) => [
        payload,
        ...changes.map(({ after }) => after),
      ]);
    const json = (name: string) => `{\n  "values": {\n    "name": "${name}"\n  }\n}`;
    expect(payloadAndChanges(false)).toEqual([[json('Kiran Bedi'), '"Kiran Bedi"']]);
    expect(payloadAndChanges(true)).toEqual([[json('Xxxxx Xxxx'), '"Xxxxx Xxxx"']]);
  });
});

describe('a request and its response', () => {
  const told = (entry: TimelineEntry, isMasked = false) =>
    stepsOf(contactFlow, [entry], { isMasked, text: (text) => text.replace('contact', 'xxxxxxx') });

  test('are steps of the page and of the server, with the words of the display', () => {
    const none = { state: null, description: null, failure: null, transitions: [], guards: [], changes: [] };
    expect(told(requestEntry(4, { body: { name: 'Kiran' } }))).toEqual([
      {
        ...{ number: 1, at: 4_000, who: 'Page', text: 'POST /api/xxxxxxx', picture: null, ...none },
        payload: '{\n  "name": "Kiran"\n}',
      },
    ]);
    expect(told(responseEntry(5, 422, 'No.'))).toEqual([
      { number: 1, at: 5_000, who: 'Server', text: 'response 422', picture: null, ...none, payload: '"No."' },
    ]);
    expect(told(responseEntry(5, null, null))).toMatchObject([{ text: 'no response' }]);
  });

  test.each([[null], [undefined], [{}], [[]]])('have no payload where the body is %o', (body) => {
    expect(told(responseEntry(1, 200, body))).toMatchObject([{ payload: null }]);
  });

  test.each([
    [5, '5'],
    ['', '""'],
    [[1], '[\n  1\n]'],
  ])('have the payload of the body %o', (body, payload) => {
    expect(told(responseEntry(1, 200, body))).toMatchObject([{ payload }]);
  });

  test('are masked where values are', () => {
    const body = { name: 'Kiran' };
    expect(told(requestEntry(1, { body }), true)[0]?.payload).toBe('{\n  "name": "Xxxxx"\n}');
    expect(told(responseEntry(1, 200, body), true)[0]?.payload).toBe('{\n  "name": "Xxxxx"\n}');
    expect(told(responseEntry(1, 200, body), false)[0]?.payload).toBe('{\n  "name": "Kiran"\n}');
  });
});

test('the load of a page is no step', () => {
  const load: TimelineEntry = { kind: 'pageLoaded', number: 1, at: 0, page, picture: null };
  expect(stepsOf(contactFlow, [load, eventEntry(2)], display).map(({ at }) => at)).toEqual([2_000]);
});

describe('typing in one field', () => {
  /** Returns an event that changes the name from one text to another. */
  const typing = (number: number, from: string, to: string, changes: Partial<LogEntry> = {}) => {
    const context = (name: string) => ({ values: { name, phone: '' }, note: '' });
    return eventEntry(number, {
      event: { type: 'changed', values: { ...values, name: to } },
      before: snapshotWith(context(from)),
      snapshot: snapshotWith(context(to)),
      ...changes,
    });
  };
  const told = (...entries: TimelineEntry[]) =>
    stepsOf(contactFlow, entries, display).map(
      ({ number, at, text, changes }) =>
        `${number} ${at} ${text} ${changes.map(({ before, after }) => `${before}→${after}`).join()}`,
    );

  test('is one step, at the time and with the picture of its last key', () => {
    const picture = { html: 'last', width: 1, height: 1, scroll: { x: 0, y: 0 } };
    const keys = [typing(1, '', 'K'), typing(2, 'K', 'Ki'), { ...typing(3, 'Ki', 'Kir'), picture }];
    expect(told(...keys)).toEqual(['1 3000 changed: values.name ""→"Kir"']);
    expect(stepsOf(contactFlow, keys, display)).toMatchObject([{ picture }]);
  });

  test.each<[string, Partial<LogEntry>, string]>([
    ['an event of another type', { event: { type: 'typed' } }, 'typed: values.name'],
    [
      'the first event of another session',
      { before: null, event: { type: 'xstate.init' } },
      'the flow begins',
    ],
    [
      'an event in which the machine threw an error',
      { failure: { message: 'x', event: 'changed', state: 'idle' } },
      'changed',
    ],
    [
      'an event that leads to another state',
      { snapshot: snapshotWith({ values: { name: 'Ki', phone: '' }, note: '' }, 'invalid') },
      'changed: values.name',
    ],
    [
      'an event that changes nothing',
      { snapshot: snapshotWith({ values: { name: 'K', phone: '' }, note: '' }) },
      'changed',
    ],
    [
      'an event that changes two values',
      { snapshot: snapshotWith({ values: { name: 'Ki', phone: '9' }, note: '' }) },
      'changed',
    ],
    [
      'an event that changes another value',
      { snapshot: snapshotWith({ values: { name: 'K', phone: '9' }, note: '' }) },
      'changed: values.phone',
    ],
    ['an event of an actor', { event: { type: 'xstate.done.actor.send' } }, 'xstate.done.actor.send'],
    ['a case of the flow', { event: { type: 'changed', values } }, 'changed: everything valid'],
  ])('ends with %s', (_, changes, text) => {
    const steps = stepsOf(contactFlow, [typing(1, '', 'K'), typing(2, 'K', 'Ki', changes)], display);
    expect(steps.map((step) => step.text)).toEqual(['changed: values.name', text]);
  });

  test('ends with a request', () => {
    expect(told(typing(1, '', 'K'), requestEntry(2), typing(3, 'K', 'Ki'))).toEqual([
      '1 1000 changed: values.name ""→"K"',
      '2 2000 POST /api/contact ',
      '3 3000 changed: values.name "K"→"Ki"',
    ]);
  });

  test('does not begin with what is no typing', () => {
    const submitted = { event: { type: 'submitted' } };
    const xstate = { event: { type: 'xstate.done.actor.send' } };
    expect(told(typing(1, 'K', 'Ki', submitted), typing(2, 'Ki', 'Kir'))).toHaveLength(2);
    expect(told(typing(1, 'K', 'Ki', xstate), typing(2, 'Ki', 'Kir', xstate))).toHaveLength(2);
  });
});

describe('a report tells', () => {
  const numbers = (entries: readonly TimelineEntry[]) =>
    reportedEntries(contactFlow, entries).map(({ number }) => number);
  const begin = (number: number, changes: Partial<LogEntry> = {}) =>
    eventEntry(number, { before: null, ...changes });
  const otherPage = { ...page, id: 'another load' };

  test('nothing where the flow did not run', () => {
    expect(numbers([])).toEqual([]);
    expect(numbers([eventEntry(1, { flow: 'newsletter' }), requestEntry(2)])).toEqual([]);
  });

  test('the flow alone, with its own requests on the same page, also those after its last event', () => {
    expect(
      numbers([
        { kind: 'pageLoaded', number: 0, at: 0, page, picture: null },
        begin(1),
        eventEntry(2, { flow: 'newsletter' }),
        requestEntry(3),
        requestEntry(4, { flow: 'newsletter' }),
        requestEntry(5, { flow: null }),
        requestEntry(6, { page: otherPage }),
        eventEntry(7),
        responseEntry(8, 200, null),
      ]),
    ).toEqual([1, 3, 7, 8]);
  });

  test('the last session in which something happened, from where it began last', () => {
    const other = { session: 'y:1' };
    expect(numbers([begin(1), eventEntry(2), begin(3, other), eventEntry(4, other)])).toEqual([3, 4]);
    expect(numbers([begin(1), eventEntry(2), begin(3, other)])).toEqual([1, 2]);
    expect(numbers([begin(1), begin(3, other), begin(5, { session: 'z:1' })])).toEqual([5]);
    expect(numbers([begin(1), begin(2, other), eventEntry(3, other), eventEntry(4)])).toEqual([1, 4]);
    expect(numbers([begin(1), eventEntry(2), requestEntry(3), begin(4), eventEntry(5)])).toEqual([4, 5]);
    expect(numbers([begin(1), eventEntry(2), begin(3)])).toEqual([1, 2]);
    expect(numbers([begin(1), eventEntry(2, {}, { page: otherPage }), eventEntry(3)])).toEqual([1, 3]);
  });

  test('from the first event on where the beginning is no longer on the timeline', () => {
    expect(numbers([requestEntry(1), eventEntry(2), eventEntry(3)])).toEqual([2, 3]);
  });
});

test('what is recorded of entries are the events that came after the beginning', () => {
  const before = snapshotWith({ step: 1 });
  const snapshot = snapshotWith({ step: 2 });
  const event = { type: 'changed', values };
  expect(
    observedTransitions([
      eventEntry(1, { before: null }),
      requestEntry(2),
      eventEntry(3, { before, event, snapshot }),
    ]),
  ).toEqual([{ before, event, after: snapshot }]);
});
