import { describe, expect, test } from 'vitest';
import {
  addPage,
  coverageWith,
  MAX_LOG_ENTRIES,
  MAX_PICTURE_CHARACTERS,
  mergeCoverage,
  missingMicrosteps,
  pinsWithToggled,
  recordsOf,
  updateSessions,
  withPageLoad,
  withPicture,
  withRecords,
} from '../../machines/visualiserLink/visualiserLink.rules.ts';
import type {
  LinkContext,
  LogEntry,
  PageInfo,
  PictureStyleSheet,
  PictureTemplate,
  Session,
  StoredPicture,
  TimelineRecord,
} from '../../machines/visualiserLink/visualiserLink.types.ts';

/** What the visualiser keeps of the pages that it follows: coverage, sessions, timeline, pins and pictures. */

const page: PageInfo = { id: 'page-1', tab: 'tab-1', path: '/contact', title: 'Contact Us' };
const other: PageInfo = { ...page, id: 'page-2', tab: 'tab-2' };

const snapshotIn = (value: string): LogEntry['snapshot'] => ({
  status: 'active',
  value,
  context: {},
  children: {},
});

const entry = (given: Partial<LogEntry> = {}): LogEntry => ({
  ...{ number: 1, at: 10, session: 'x:1', flow: 'contact', event: { type: 'submitted' } },
  ...{ transitions: ['idle → invalid'], guardResults: ['isValid false'], failedGuards: [], microsteps: 1 },
  ...{ before: null, snapshot: snapshotIn('invalid'), failure: null, ...given },
});

const load = (number: number): TimelineRecord => ({ kind: 'pageLoaded', number, page, at: 0 });
const numbersOf = (records: readonly { number: number }[]) => records.map(({ number }) => number);

const empty: LinkContext = {
  ...{ pages: [], followedPage: null, sessions: [], invokedActors: [], paused: null, log: [], timeline: [] },
  ...{ pinnedEntries: [], shownEntry: null, pictures: [], styleSheets: {}, droppedPictures: 0, coverage: {} },
  ...{ counted: 0, received: 0, firstMicrostepCount: null, otherVisualisers: [] },
};

describe('coverage', () => {
  const known = { contact: { states: ['idle'], transitions: ['a'], guardResults: ['g true'] } };

  test.each([
    [
      'a state',
      { states: ['idle', 'done'], transitions: [], guardResults: [] },
      ['idle', 'done'],
      ['a'],
      ['g true'],
    ],
    [
      'a transition',
      { states: [], transitions: ['b', 'a'], guardResults: [] },
      ['idle'],
      ['a', 'b'],
      ['g true'],
    ],
    [
      'a result',
      { states: [], transitions: [], guardResults: ['g false'] },
      ['idle'],
      ['a'],
      ['g true', 'g false'],
    ],
  ])('%s that is new is added to what is known', (_, more, states, transitions, guardResults) => {
    const merged = mergeCoverage(known, { contact: more });
    expect(merged).toEqual({ contact: { states, transitions, guardResults } });
    expect(known.contact.states).toEqual(['idle']);
  });

  test('where nothing is new, it is the same object', () => {
    expect(mergeCoverage(known, { contact: { ...known.contact, transitions: [] } })).toBe(known);
    expect(mergeCoverage(known, {})).toBe(known);
  });

  test('a flow that is new is added to the others', () => {
    const blog = { states: ['shown'], transitions: [], guardResults: [] };
    expect(mergeCoverage(known, { blog })).toEqual({ ...known, blog });
    expect(mergeCoverage({}, { blog })).toEqual({ blog });
  });

  test('of log entries: the state after the event, its transitions, and the results of guards', () => {
    const entries = [
      entry({ failedGuards: ['hasAlert false'] }),
      entry({ snapshot: snapshotIn('idle'), transitions: ['invalid → idle'], guardResults: [] }),
      entry({ flow: 'blog', snapshot: snapshotIn('shown'), transitions: [], guardResults: [] }),
    ];
    expect(coverageWith({}, entries)).toEqual({
      contact: {
        states: ['invalid', 'idle'],
        transitions: ['idle → invalid', 'invalid → idle'],
        guardResults: ['isValid false', 'hasAlert false'],
      },
      blog: { states: ['shown'], transitions: [], guardResults: [] },
    });
  });
});

test('sessions: the latest snapshot of each, without those that ended', () => {
  const [first, second]: Session[] = [
    { session: 'x:1', flow: 'contact', snapshot: snapshotIn('idle'), failure: null },
    { session: 'x:2', flow: 'blog', snapshot: snapshotIn('shown'), failure: null },
  ];
  if (!first || !second) throw new Error('There are no sessions.');
  const failure = { message: 'broken', event: 'submitted', state: 'idle' };
  const entries = [entry(), entry({ session: 'x:3', failure })];
  expect(updateSessions([first, second], entries, ['x:2'])).toEqual([
    { session: 'x:1', flow: 'contact', snapshot: snapshotIn('invalid'), failure: null },
    { session: 'x:3', flow: 'contact', snapshot: snapshotIn('invalid'), failure },
  ]);
});

test('pages: a new one is added, or replaces the earlier one of its tab', () => {
  const reloaded = { ...page, id: 'page-3' };
  expect(addPage([page], other)).toEqual([page, other]);
  expect(addPage([page, other], reloaded)).toEqual([reloaded, other]);
});

test.each([
  [5, 3, 2],
  [3, 3, 0],
  [3, 5, 0],
])('of %d microsteps that a page counted, %d were received: %d are missing', (counted, received, missing) => {
  expect(missingMicrosteps({ counted, received })).toBe(missing);
});

describe('the timeline', () => {
  test('events and calls of a page, by their numbers', () => {
    const [late, early] = [entry({ number: 3, at: 30 }), entry({ number: 1, at: 10 })];
    const request = { id: 1, method: 'POST', path: '/api/contact', body: {} };
    const call = { kind: 'request', number: 2, at: 20, flow: 'contact', request } as const;
    expect(recordsOf(page, [late, early], [call])).toEqual([
      { kind: 'event', number: 1, at: 10, page, entry: early },
      { ...call, page },
      { kind: 'event', number: 3, at: 30, page, entry: late },
    ]);
  });

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => load(index + 1));

  test('2000 entries have room', () => {
    expect(MAX_LOG_ENTRIES).toBe(2_000);
    const timeline = upTo(1_999);
    expect(withRecords({ timeline, pinnedEntries: [] }, [load(2_000)])).toEqual([...timeline, load(2_000)]);
  });

  test('of more the oldest are dropped that are not pinned', () => {
    const kept = withRecords({ timeline: upTo(2_000), pinnedEntries: [2, 500] }, [
      load(2_001),
      load(2_002),
      load(2_003),
    ]);
    expect(numbersOf(kept).slice(0, 3)).toEqual([2, 4, 5]);
    expect(numbersOf(kept).at(-1)).toBe(2_003);
    expect(kept).toHaveLength(2_001);
  });

  test('the load of a page is in it once', () => {
    const context = { ...empty, timeline: [load(1)] };
    const present = {
      type: 'present',
      number: 2,
      sessions: [],
      invokedActors: [],
      paused: null,
      microsteps: 0,
    } as const;
    const shared = { ...present, sessions: [], invokedActors: [] };
    expect(withPageLoad(context, { ...shared, page })).toBe(context.timeline);
    expect(withPageLoad(context, { ...shared, page: other })).toEqual([
      load(1),
      { kind: 'pageLoaded', number: 2, page: other, at: 0 },
    ]);
  });
});

test.each([
  [[1, 2], null, [1, 2]],
  [[1, 2], 2, [1]],
  [[1, 2], 3, [1, 2, 3]],
  [[], 1, [1]],
])('of the pins %j, with the entry %s shown: %j', (pinnedEntries, shownEntry, pins) => {
  expect(pinsWithToggled({ pinnedEntries, shownEntry })).toEqual(pins);
});

describe('pictures', () => {
  const template: PictureTemplate = {
    ...{ html: '<p>', texts: [], styleSheets: [], width: 800, height: 600, scroll: { x: 0, y: 0 } },
  };
  const stored = (number: number, given: Partial<StoredPicture> = {}): StoredPicture => ({
    ...{ ...template, entry: number, page: page.id, ...given },
  });
  const sheet = (id: number, text = 'p {}'): PictureStyleSheet => ({ id, address: null, media: '', text });
  const html = (characters: number) => 'x'.repeat(characters);

  const taken = (given: Partial<LinkContext>, number: number, picture: PictureTemplate = template) =>
    withPicture(
      { ...empty, timeline: [1, 2, 3, 4].map(load), ...given },
      { type: 'pictured', page: page.id, entry: number, picture, styleSheets: [] },
    );

  test('one is added with its entry and its page', () => {
    const { pictures, droppedPictures } = taken({ pictures: [stored(1)], droppedPictures: 7 }, 2);
    expect(pictures).toEqual([stored(1), stored(2)]);
    expect(droppedPictures).toBe(7);
  });

  test('it replaces an earlier one of its entry', () => {
    const { pictures, droppedPictures } = taken({ pictures: [stored(2, { html: '<b>' }), stored(3)] }, 2);
    expect([pictures, droppedPictures]).toEqual([[stored(3), stored(2)], 0]);
  });

  test('one without an entry is dropped', () => {
    const { pictures, droppedPictures } = taken({ pictures: [stored(9), stored(1)] }, 2);
    expect([pictures, droppedPictures]).toEqual([[stored(1), stored(2)], 0]);
  });

  test('the newest have room up to 20 million characters', () => {
    expect(MAX_PICTURE_CHARACTERS).toBe(20_000_000);
    const half = html(MAX_PICTURE_CHARACTERS / 2);
    const pictures = [stored(1), stored(2, { html: half })];
    const kept = taken({ pictures, droppedPictures: 1 }, 3, { ...template, html: half });
    expect(kept.pictures.map((picture) => picture.entry)).toEqual([2, 3]);
    expect(kept.droppedPictures).toBe(2);
  });

  test('those of pinned entries stay, and take no room', () => {
    const whole = html(MAX_PICTURE_CHARACTERS);
    const pictures = [stored(1, { html: whole }), stored(2, { html: 'x' }), stored(3, { html: whole })];
    const kept = taken({ pictures, pinnedEntries: [1, 3] }, 4, { ...template, html: whole });
    expect(kept.pictures.map((picture) => picture.entry)).toEqual([1, 3, 4]);
    expect(kept.droppedPictures).toBe(1);
  });

  test('style sheets: of the pages of the pictures, each once, the newer one of an id', () => {
    const styleSheets = { [page.id]: [sheet(1), sheet(2)], [other.id]: [sheet(3)], gone: [sheet(4)] };
    const context = {
      ...{ ...empty, timeline: [load(1), { ...load(2), page: other }] },
      ...{ pictures: [stored(2, { page: other.id })], styleSheets },
    };
    const changed = sheet(2, 'p { color: red }');
    const pictured = {
      type: 'pictured',
      page: page.id,
      entry: 1,
      picture: template,
      styleSheets: [changed],
    } as const;
    expect(withPicture(context, { ...pictured, styleSheets: [changed, sheet(5)] }).styleSheets).toEqual({
      [page.id]: [sheet(1), changed, sheet(5)],
      [other.id]: [sheet(3)],
    });
    expect(
      withPicture({ ...context, styleSheets: {} }, { ...pictured, styleSheets: [changed] }).styleSheets,
    ).toEqual({
      [page.id]: [changed],
    });
  });

  test('the style sheets of the page are kept, also where its picture has no room', () => {
    const tooLarge = { ...template, html: html(MAX_PICTURE_CHARACTERS + 1) };
    const { pictures, styleSheets } = taken({ styleSheets: { [page.id]: [sheet(1)] } }, 1, tooLarge);
    expect([pictures, styleSheets]).toEqual([[], { [page.id]: [sheet(1)] }]);
  });
});
