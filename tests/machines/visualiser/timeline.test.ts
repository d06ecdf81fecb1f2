import { describe, expect, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type {
  Call,
  LogEntry,
  StoredPicture,
  TimelineRecord,
} from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { placeholder } from '../../../src/visualiser/channel/pictureNames.ts';
import {
  caseNameOf,
  displayedBody,
  displayedPayload,
  entryTitle,
  eventTitle,
  guardAnswer,
  requestOf,
} from '../../../src/visualiser/timeline/displayed.ts';
import { filtered, flowOf } from '../../../src/visualiser/timeline/filter.ts';
import { eventAt, nearestPicture, timelineOf } from '../../../src/visualiser/timeline/timelineOf.ts';
import type { TimelineFilter } from '../../../src/visualiser/timeline/useTimelineAddress.ts';
import {
  entryWith,
  event,
  load,
  otherPage,
  page,
  request,
  response,
  snapshotWith,
} from '../../support/timelineRecords.ts';

/** What the timeline says of its entries, which of them are listed, and what belongs to each. */

describe('the body of a call', () => {
  const requestWith = (body: unknown, flow: string | null = 'contact'): Call => ({
    kind: 'request',
    flow,
    request: { id: 1, method: 'POST', path: '/', body },
  });
  const responseWith = (body: unknown, flow: string | null = 'contact'): Call => ({
    kind: 'response',
    flow,
    response: { request: 1, status: 200, body },
  });
  const REFUSED = 'Messages cannot be taken at the moment.';

  test('is as it was where values are shown', () => {
    expect(displayedBody(requestWith({ name: 'Kiran' }), false)).toEqual({ name: 'Kiran' });
    expect(displayedBody(responseWith('Kiran'), false)).toBe('Kiran');
  });

  test('has every text of a request masked, but those that are chosen in a field', () => {
    expect(displayedBody(requestWith({ name: 'Asha Verma', message: REFUSED }), true)).toEqual({
      name: 'Xxxx Xxxxx',
      message: 'Xxxxxxxx xxxxxx xx xxxxx xx xxx xxxxxx.',
    });
    expect(displayedBody(requestWith({ name: 'Asha', grade: 'Grade 8' }, 'registration'), true)).toEqual({
      name: 'Xxxx',
      grade: 'Grade 8',
    });
    expect(displayedBody(requestWith({ grade: 'Grade 8' }, null), true)).toEqual({ grade: 'Xxxxx 1' });
    expect(displayedBody(requestWith({ grade: 'Grade 8' }, 'no such flow'), true)).toEqual({
      grade: 'Xxxxx 1',
    });
  });

  test('has what differs masked differently, also across requests', () => {
    const masked = (city: string) => displayedBody(requestWith({ city }, 'callBack'), true);
    expect([masked('Pune'), masked('Agra'), masked('Pune')]).toEqual([
      { city: 'Xxxx' },
      { city: 'Yyyy' },
      { city: 'Xxxx' },
    ]);
  });

  test('has the sentences of a server as they are in a response to a flow', () => {
    expect(displayedBody(responseWith({ error: REFUSED, name: 'Kiran' }), true)).toEqual({
      error: REFUSED,
      name: 'Xxxxx',
    });
    expect(displayedBody(responseWith({ error: REFUSED }, null), true)).not.toEqual({ error: REFUSED });
    expect(displayedBody(responseWith({ error: REFUSED }, 'no such flow'), true)).not.toEqual({
      error: REFUSED,
    });
  });
});

describe('an event', () => {
  const typed = { type: 'changed', actorId: 'x', values: { name: 'Kiran' } };

  test('is displayed by its payload, masked where values are', () => {
    expect(displayedPayload(entryWith({ event: typed }), true)).toEqual({ values: { name: 'Xxxxx' } });
    expect(displayedPayload(entryWith({ event: typed }), false)).toEqual({ values: { name: 'Kiran' } });
    expect(displayedPayload(entryWith({ event: typed, flow: 'no such flow' }), true)).toEqual({
      values: { name: 'Kiran' },
    });
  });

  test('has the guards that were asked, by their names', () => {
    expect(guardAnswer(contactFlow, 'contact.idle · submitted[0] ? true')).toBe('isValid: yes');
    expect(guardAnswer(contactFlow, 'contact.idle · submitted[0] ? false')).toBe('isValid: no');
    expect(guardAnswer(contactFlow, 'contact.gone ? true')).toBe('contact.gone: yes');
    expect(guardAnswer(undefined, 'contact.idle · submitted[0] ? false')).toBe(
      'contact.idle · submitted[0]: no',
    );
  });

  test('has the name of its case, where it is one of its flow', () => {
    expect(caseNameOf(entryWith())).toBe('submitted: by the button');
    expect(caseNameOf(entryWith({ event: typed }))).toBeNull();
    expect(caseNameOf(entryWith({ before: null }))).toBeNull();
    expect(caseNameOf(entryWith({ flow: 'no such flow' }))).toBeNull();
  });

  test('is compared with the cases once', () => {
    let reads = 0;
    const entry = Object.defineProperty(entryWith(), 'before', {
      get: () => {
        reads += 1;
        return snapshotWith({});
      },
    });
    const once = [caseNameOf(entry), reads];
    expect([caseNameOf(entry), reads]).toEqual(once);
    expect(once).toEqual(['submitted: by the button', 1]);
  });

  test.each<[string, Partial<LogEntry>]>([
    ['the flow begins', { before: null }],
    ['submitted: by the button', { transitions: ['contact.idle · submitted[0]'] }],
    ['changed', { event: typed, transitions: ['contact.idle · changed'] }],
    [
      'after sendTimeout (30000 ms)',
      {
        event: { type: 'xstate.after.30000' },
        transitions: ['contact.submitting · xstate.after.sendTimeout.contact.submitting'],
      },
    ],
    ['typed', { event: { type: 'typed' }, transitions: [] }],
    ['typed', { event: { type: 'typed' }, flow: 'no such flow', transitions: ['contact.idle · changed'] }],
  ])('has the title "%s"', (title, changes) => {
    expect(eventTitle(entryWith(changes))).toBe(title);
  });
});

describe('the title of', () => {
  const timeline = [
    request(1),
    request(2, { page: otherPage, id: 7 }),
    request(3, { id: 7 }),
    response(4, 7),
  ];

  test('a response names its request on the same page', () => {
    const last = response(4, 7);
    expect(requestOf(timeline, last)).toBe(timeline[2]);
    expect(requestOf(timeline, request(9, { id: 7 }))).toBeUndefined();
    expect(entryTitle(timeline, last)).toBe('response to POST /api/contact');
    expect(entryTitle([], last)).toBe('response to an earlier request');
    expect(requestOf([response(3, 7), event(4)], last)).toBeUndefined();
  });

  test('a load, an event and a request', () => {
    expect(entryTitle([], load(1))).toBe('the page was loaded: /contact');
    expect(entryTitle([], event(1))).toBe('submitted: by the button');
    expect(entryTitle([], request(1))).toBe('POST /api/contact');
  });
});

describe('the entries that are listed', () => {
  const failure = { message: 'No place left', event: 'x', state: 'y' };
  // Made anew for each test: what is searched in an entry is kept with it.
  const createTimeline = (): TimelineRecord[] => [
    load(1),
    event(2, { transitions: ['contact.idle · submitted[0]'], snapshot: snapshotWith({}, 'submitting') }),
    request(3),
    response(4, 3, 503),
    event(5, { flow: 'newsletter', event: { type: 'tabHidden' }, failure }),
    request(6, { flow: null }),
    response(7, 6, null, { flow: null }),
  ];
  const listed = (filter: Partial<TimelineFilter>, pinned: number[] = []) =>
    filtered(createTimeline(), { kind: 'any', flow: null, search: '', ...filter }, pinned).map(
      ({ number }) => number,
    );

  test('are of a flow, or of none', () => {
    const flows = createTimeline().map(flowOf);
    expect(flows).toEqual([null, 'contact', 'contact', 'contact', 'newsletter', null, null]);
  });

  test.each<[Partial<TimelineFilter>, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 7]],
    [{ kind: 'loads' }, [1]],
    [{ kind: 'events' }, [2, 5]],
    [{ kind: 'calls' }, [3, 4, 6, 7]],
    [{ kind: 'pinned' }, [3, 5]],
    [{ flow: 'contact' }, [1, 2, 3, 4]],
    [{ flow: 'newsletter' }, [1, 5]],
    [{ kind: 'events', flow: 'newsletter' }, [5]],
    [{ search: '  ' }, [1, 2, 3, 4, 5, 6, 7]],
    [{ search: 'LOADED' }, [1]],
    [{ search: 'submitting' }, [2]],
    [{ search: 'contact submitted[0]' }, [2]],
    [{ search: ' submitted[0]  CONTACT ' }, [2]],
    [{ search: 'newsletter' }, [5]],
    [{ search: 'newsletter idle' }, [5]],
    [{ search: 'tabhidden' }, [5]],
    [{ search: 'place left' }, [5]],
    [{ search: '503' }, [4]],
    [{ search: 'no response' }, [7]],
    [{ search: 'post' }, [3, 4, 6, 7]],
    [{ search: 'post 503' }, [4]],
    [{ search: 'newsletteridle' }, []],
    [{ search: 'stryker' }, []],
  ])('with %o: %o', (filter, numbers) => {
    expect(listed(filter, [3, 5])).toEqual(numbers);
  });

  test('are read for a search once', () => {
    let reads = 0;
    const record = Object.defineProperty(load(1), 'page', {
      get: () => {
        reads += 1;
        return page;
      },
    });
    const search = () => filtered([record], { kind: 'any', flow: null, search: 'contact' }, []).length;
    expect([search(), reads]).toEqual([1, 1]);
    expect([search(), reads]).toEqual([1, 1]);
  });
});

describe('a picture', () => {
  const stored = (entry: number, more: Partial<StoredPicture> = {}): StoredPicture => ({
    html: '<html><head></head><body></body></html>',
    texts: [],
    styleSheets: [],
    width: 390,
    height: 844,
    scroll: { x: 0, y: 0 },
    entry,
    page: page.id,
    ...more,
  });
  const timeline = [load(1), event(2), event(3), event(4)];

  test('is the one of an entry, else the first of its page afterwards', () => {
    const nearest = (number: number, ...pictures: StoredPicture[]) =>
      nearestPicture({ timeline, pictures }, event(number))?.record.number ?? null;
    expect(nearest(2, stored(2), stored(3))).toBe(2);
    expect(nearest(2, stored(4), stored(3), stored(1))).toBe(3);
    expect(nearest(2, stored(3, { page: otherPage.id }), stored(4))).toBe(4);
    expect(nearest(2, stored(1))).toBeNull();
    expect(nearest(2, stored(9))).toBeNull();
    const [first, second] = [stored(3), stored(3)];
    expect(nearestPicture({ timeline, pictures: [first, second] }, event(2))?.stored).toBe(first);
  });

  test('is made only when it is read, and masked unless typed values are shown', () => {
    const html = `<html><head></head><body>${placeholder(0)}</body></html>`;
    const texts = [{ text: 'Kiran', place: null }];
    const context = { timeline, pictures: [stored(2, { html, texts })], styleSheets: {} };
    const [first, second] = timelineOf(context);
    expect([first?.number, first?.picture]).toEqual([1, null]);
    expect(second?.picture).toMatchObject({
      width: 390,
      html: expect.stringContaining('<body>Xxxxx</body>'),
    });
    const [, shown] = timelineOf(context, true);
    expect(shown?.picture?.html).toContain('<body>Kiran</body>');
  });
});

describe('the latest event at an entry', () => {
  const timeline = [
    event(1),
    event(2, { flow: 'newsletter' }),
    event(3, {}, otherPage),
    request(4),
    request(5, { flow: 'newsletter' }),
    request(6, { flow: null }),
    load(7),
    event(8),
  ];

  test.each([
    [1, 1],
    [4, 1],
    [5, 2],
    [6, 2],
    [7, 2],
    [8, 8],
  ])('%i is %i', (number, latest) => {
    const record = timeline.find((known) => known.number === number);
    if (!record) throw new Error('There is no such entry.');
    expect(eventAt(timeline, record)?.number).toBe(latest);
  });

  test('is none before the first', () => {
    expect(eventAt([event(1)], load(0))).toBeNull();
    expect(eventAt([event(1, { flow: 'newsletter' })], request(2))).toBeNull();
  });
});
