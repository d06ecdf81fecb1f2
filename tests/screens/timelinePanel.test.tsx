import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { initialTransition } from 'xstate';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { visualiserLinkMachine } from '../../machines/visualiserLink/visualiserLink.machine.ts';
import {
  MAX_LOG_ENTRIES,
  MAX_PICTURE_CHARACTERS,
  withPicture,
  withRecords,
} from '../../machines/visualiserLink/visualiserLink.rules.ts';
import type {
  LinkContext,
  LogEntry,
  PageInfo,
  PictureTemplate,
  TimelineRecord,
} from '../../machines/visualiserLink/visualiserLink.types.ts';
import { placeholder } from '../../src/visualiser/channel/pictureNames.ts';
import { completePicture, framedPicture, showPicture } from '../../src/visualiser/timeline/pictures.ts';
import { TimelinePanel } from '../../src/visualiser/timeline/TimelinePanel.tsx';
import { eventAt, nearestPicture, timelineOf } from '../../src/visualiser/timeline/timelineOf.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const page: PageInfo = { id: 'a load', tab: 'a tab', path: '/contact', title: 'Contact Us' };
const values = { name: 'Kiran Bedi', email: 'kiran@home.in', phone: '', message: 'Hello' };

const snapshotIn = (value: string, more: object = {}) => ({
  status: 'active' as const,
  value,
  context: { values: { ...values, message: '' }, alert: null, ...more },
  children: {},
});

const changed: LogEntry = {
  number: 2,
  at: 900,
  session: 'x:1',
  flow: 'contact',
  event: { type: 'changed', values },
  transitions: ['contact.idle · changed'],
  guardResults: ['contact.idle · changed ? true'],
  failedGuards: [],
  microsteps: 1,
  before: snapshotIn('idle'),
  snapshot: snapshotIn('idle', { values }),
  failure: null,
};
const shown = snapshotIn('shown');
const toggled: LogEntry = {
  ...changed,
  number: 5,
  flow: 'scholarshipTerms',
  event: { type: 'toggled' },
  transitions: ['scholarshipTerms.hidden · toggled'],
  guardResults: [],
  before: { ...shown, value: 'hidden', context: {} },
  snapshot: { ...shown, context: {} },
};

const timeline: TimelineRecord[] = [
  { kind: 'pageLoaded', number: 1, at: 0, page },
  { kind: 'event', number: 2, at: 900, page, entry: changed },
  {
    kind: 'request',
    number: 3,
    at: 950,
    page,
    flow: 'contact',
    request: { id: 1, method: 'POST', path: '/api/contact', body: values },
  },
  {
    kind: 'response',
    number: 4,
    at: 990,
    page,
    flow: 'contact',
    response: { request: 1, status: 503, body: { message: 'Closed' } },
  },
  { kind: 'event', number: 5, at: 999, page, entry: toggled },
];

const template: PictureTemplate = {
  html: `<html><head></head><body data-picture-style="color: red">${placeholder(0)} & ${placeholder(1)}</body></html>`,
  texts: [
    { text: 'Kiran "K" <Bedi>', place: null },
    { text: 'idle', place: { flow: 'contact', parent: '', field: 'note' } },
  ],
  styleSheets: [2, 1],
  width: 390,
  height: 844,
  scroll: { x: 0, y: 7 },
};
const styleSheets = [
  { id: 1, address: '/a.css', media: 'print', text: 'p { color: red }' },
  { id: 2, address: null, media: '', text: 'b { color: red }' },
];

const [initial] = initialTransition(visualiserLinkMachine, { coverage: {} });
const context: LinkContext = { ...initial.context, timeline };
const pictured: LinkContext = {
  ...context,
  ...withPicture(context, { type: 'pictured', page: page.id, entry: 4, picture: template, styleSheets }),
};
const [stored] = pictured.pictures;
if (!stored) throw new Error('there is no picture');

describe('a picture', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is masked in what was typed, escaped, and contains its styles in their order', () => {
    const { html, width, height, scroll } = completePicture(stored, pictured, true);
    expect({ width, height, scroll }).toEqual({ width: 390, height: 844, scroll: { x: 0, y: 7 } });
    expect(html).toMatch(/^<!DOCTYPE html><html><head><meta charset="utf-8"><style>b \{ color: red \}/);
    expect(html).toContain('@media print {\np { color: red }\n}</style></head>');
    expect(html).toContain(
      '<body style="color: red">Xxxxx "X" &lt;Xxxx&gt; & '.replaceAll('"X"', '&quot;X&quot;'),
    );
    expect(completePicture(stored, pictured, false).html).toContain(
      'Kiran &quot;K&quot; &lt;Bedi&gt; & idle',
    );
  });

  test('is framed without styles, which the policy of the visualiser does not allow in it', () => {
    const html = framedPicture(stored, true);
    expect(html).toContain('<body data-picture-style="color: red">');
    expect(html).not.toMatch(/ style=|<style|<link/);
  });

  test('is styled and scrolled in its frame as the page was', () => {
    const frame = document.createElement('iframe');
    const framed = new DOMParser().parseFromString(framedPicture(stored, true), 'text/html');
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    Object.defineProperty(frame, 'contentDocument', { value: framed, configurable: true });
    Object.defineProperty(framed, 'defaultView', { value: window });
    showPicture(frame, stored, pictured);
    const sheets = [...framed.adoptedStyleSheets].map(({ cssRules }) =>
      [...cssRules].map(({ cssText }) => cssText.replaceAll(/\s+/g, ' ')).join(),
    );
    expect(sheets).toEqual([
      'b { color: red; }',
      expect.stringMatching(/^@media print \{.*p \{ color: red; \}/),
    ]);
    expect(framed.body.style.color).toBe('red');
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 0, top: 7, behavior: 'instant' });
  });

  test.each([
    ['a document', null],
    ['a window', new DOMParser().parseFromString('', 'text/html')],
  ])('is not styled in a frame without %s', (_, contentDocument) => {
    const frame = document.createElement('iframe');
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    Object.defineProperty(frame, 'contentDocument', { value: contentDocument });
    if (contentDocument) Object.defineProperty(contentDocument, 'defaultView', { value: null });
    expect(() => showPicture(frame, stored, pictured)).not.toThrow();
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('belongs to its entry, and is the nearest of those before it', () => {
    expect(timelineOf(pictured).map(({ picture }) => picture !== null)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    const nearest = timeline.map((record) => nearestPicture(pictured, record)?.record.number ?? null);
    expect(nearest).toEqual([4, 4, 4, 4, null]);
  });

  test('is dropped, the oldest first, where there is no room, unless its entry is pinned', () => {
    const large = { ...template, html: 'x'.repeat(MAX_PICTURE_CHARACTERS / 2) };
    const withPictures = (pinnedEntries: number[]) => {
      let now: LinkContext = { ...context, pinnedEntries };
      for (const entry of [1, 2, 3, 4])
        now = {
          ...now,
          ...withPicture(now, { type: 'pictured', page: page.id, entry, picture: large, styleSheets: [] }),
        };
      return now;
    };
    const entriesOf = ({ pictures }: LinkContext) => pictures.map(({ entry }) => entry);
    expect(entriesOf(withPictures([]))).toEqual([3, 4]);
    expect(withPictures([]).droppedPictures).toBe(2);
    expect(entriesOf(withPictures([1]))).toEqual([1, 3, 4]);
  });
});

test('the timeline drops its oldest entries that are not pinned', () => {
  const loads = Array.from(
    { length: MAX_LOG_ENTRIES },
    (_, index): TimelineRecord => ({ kind: 'pageLoaded', number: 100 + index, at: 0, page }),
  );
  const numbers = withRecords({ timeline, pinnedEntries: [2] }, loads).map(({ number }) => number);
  expect(numbers.slice(0, 2)).toEqual([2, 100]);
  expect(numbers).toHaveLength(MAX_LOG_ENTRIES + 1);
});

test('an entry leads back to the event before it: that of its flow, where it has one', () => {
  expect(timeline.map((record) => eventAt(timeline, record)?.number ?? null)).toEqual([null, 2, 2, 2, 5]);
});

describe('the panel', () => {
  const actions = { onShow: vi.fn(), onPin: vi.fn(), onClear: vi.fn(), onRestart: vi.fn() };
  afterEach(() => {
    cleanup();
    vi.clearAllMocks();
  });

  const show = (changes: Partial<LinkContext> = {}, isMasked = true) =>
    render(
      <MemoryRouter>
        <TimelinePanel context={{ ...pictured, ...changes }} isMasked={isMasked} {...actions} />
      </MemoryRouter>,
    );
  const rows = () =>
    screen.queryAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);

  test('lists loads, events, requests and responses of all flows, the newest first, and searches them', async () => {
    const user = userEvent.setup();
    show({ pinnedEntries: [3] });
    const all = [
      '1.00Scholarship termstoggled: by the buttonshown',
      '0.99Contact messageresponse to POST /api/contact503',
      '0.95pinnedContact messagePOST /api/contact',
      '0.90Contact messagechangedidle',
      '0.00the page was loaded: /contact',
    ];
    expect(rows()).toEqual(all);
    await user.selectOptions(screen.getByLabelText('Flow'), 'Scholarship terms');
    expect(rows()).toEqual([all[0], all[4]]);
    await user.selectOptions(screen.getByLabelText('Flow'), 'all flows');
    for (const [kind, expected] of [
      ['page loads', [all[4]]],
      ['events', [all[0], all[3]]],
      ['requests and responses', [all[1], all[2]]],
      ['what is pinned', [all[2]]],
      ['everything', all],
    ] as const) {
      await user.selectOptions(screen.getByLabelText('Kind of entry'), kind);
      expect(rows(), kind).toEqual(expected);
    }
    await user.type(screen.getByLabelText('Search the log'), 'api 503');
    expect(rows()).toEqual([all[1]]);
    await user.clear(screen.getByLabelText('Search the log'));
    await user.type(screen.getByLabelText('Search the log'), 'Kiran');
    expect(rows()).toEqual([]);
  });

  test('goes through the listed entries, and pins the one that is shown', async () => {
    const user = userEvent.setup();
    show({ shownEntry: 3, pinnedEntries: [3] });
    const slider = screen.getByRole('slider');
    expect(slider).toHaveAttribute('aria-valuetext', 'POST /api/contact');
    expect([slider.getAttribute('max'), slider.getAttribute('value')]).toEqual(['5', '2']);
    for (const name of ['First entry', 'Previous entry', 'Next entry', 'Now'])
      await user.click(screen.getByRole('button', { name }));
    expect(actions.onShow.mock.calls).toEqual([[1], [2], [4], [null]]);
    await user.click(screen.getByRole('button', { name: 'Pin this entry', pressed: true }));
    expect(actions.onPin).toHaveBeenCalledOnce();
  });

  test('shows the difference of the context, and the rest folded', () => {
    show({ shownEntry: 2 });
    const details = screen.getByRole('region', { name: 'What "changed" did' });
    const [difference] = within(details).getAllByRole('table');
    expect(difference?.textContent).toMatch(/values\.message"".*Xxxxx/);
    expect(difference?.textContent).not.toMatch(/alert|Kiran/);
    expect(within(details).getByRole('group').textContent).toMatch(/^\d+ unchanged/);
    expect(details.textContent).not.toMatch(/Kiran|Bedi/);
  });

  test('masks what was sent, also what equals the text of a case, until values are shown', () => {
    const body = contactCases.events.changed['everything valid'].values;
    const sent = timeline.map((record) =>
      record.kind === 'request' ? { ...record, request: { ...record.request, body } } : record,
    );
    const texts = Object.values(body).filter((text) => text !== '');
    expect(texts.length).toBeGreaterThan(1);
    const { unmount } = show({ timeline: sent, shownEntry: 3 });
    const details = () => screen.getByRole('region', { name: 'POST /api/contact' }).textContent;
    for (const text of nonEmpty(texts)) expect(details()).not.toContain(text);
    unmount();
    show({ timeline: sent, shownEntry: 3 }, false);
    for (const text of nonEmpty(texts)) expect(details()).toContain(JSON.stringify(text));
  });

  test('says where the picture is from, where there is none, and how many were dropped', () => {
    const { unmount } = show({ shownEntry: 3 });
    expect(screen.getByTitle('The page at this entry')).toBeVisible();
    screen.getByText('The page 0.04 s later: more happened before a picture could be taken.');
    unmount();
    show({ shownEntry: 5, droppedPictures: 2 });
    screen.getByText('There is no picture of the page at this entry: there is room for the newest alone.');
    screen.getByText(/^The 2 oldest pictures were dropped/);
  });

  test('puts the page back into the state of an entry, or loads it', async () => {
    const user = userEvent.setup();
    const { unmount } = show({ shownEntry: 4 });
    await user.click(screen.getByRole('button', { name: 'Restart from here' }));
    expect(actions.onRestart).toHaveBeenLastCalledWith(timeline[3], changed);
    unmount();
    show({ shownEntry: 1 });
    await user.click(screen.getByRole('button', { name: 'Load /contact again' }));
    expect(actions.onRestart).toHaveBeenLastCalledWith(timeline[0], null);
  });

  test.each([
    ['where an actor runs', { send: {} }, null, true],
    ['where an actor runs, and the environment of another flow is paused', { send: {} }, 'callBack', true],
    ['where an actor runs, and the environment is paused', { send: {} }, 'contact', false],
    ['where no actor runs', {}, null, false],
  ])('pauses the environment for a restart only %s', async (_, children, paused, isPaused) => {
    const entry: LogEntry = { ...changed, snapshot: { ...changed.snapshot, children } };
    const event: TimelineRecord = { kind: 'event', number: 2, at: 900, page, entry };
    show({ timeline: [event], shownEntry: 2, paused });
    const name = isPaused ? 'Pause the environment and restart from here' : 'Restart from here';
    await userEvent.click(screen.getByRole('button', { name }));
    expect(actions.onRestart).toHaveBeenLastCalledWith(event, entry);
    expect(screen.queryByText(/^Something is under way in this state/) !== null).toBe(isPaused);
    screen.getByText(/^Loads the page again with "Contact message" in the state after the event\./);
  });
});
