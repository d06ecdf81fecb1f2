import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { initialTransition } from 'xstate';
import { visualiserLinkMachine } from '../../../machines/visualiserLink/visualiserLink.machine.ts';
import type {
  LinkContext,
  StoredPicture,
  TimelineRecord,
} from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { EntryDetails, isUnderWay } from '../../../src/visualiser/timeline/EntryDetails.tsx';
import { PictureFrame } from '../../../src/visualiser/timeline/PictureFrame.tsx';
import { TimelinePanel } from '../../../src/visualiser/timeline/TimelinePanel.tsx';
import {
  entryWith,
  event,
  load,
  page,
  request,
  response,
  snapshotWith,
} from '../../support/timelineRecords.ts';

/** The entries in the timeline's panel, their pictures and their details. */

afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
/** Returns which of some buttons are disabled, separated by commas. */
const disabled = (...names: string[]) => names.filter(isDisabled).join(', ');

/** Renders an element at an address. Returns what it was rendered into, and the router. */
function renderAt(element: ReactElement, address: string) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return { ...render(<RouterProvider router={router} />), router };
}

const [initial] = initialTransition(visualiserLinkMachine, { coverage: {} });
const stored: StoredPicture = {
  html: '<html><head></head><body></body></html>',
  texts: [],
  styleSheets: [],
  width: 390,
  height: 844,
  scroll: { x: 0, y: 0 },
  entry: 250,
  page: page.id,
};

describe('the frame of a picture', () => {
  const timeline = [event(200), event(250)];
  const show = (record: TimelineRecord | undefined, changes: Partial<LinkContext> = {}) => {
    const context = { ...initial.context, timeline, pictures: [stored], ...changes };
    return record && render(<PictureFrame context={context} record={record} isMasked={false} />).container;
  };

  test('has the size of the page, and nothing that anybody could do', () => {
    const container = show(timeline[1]);
    expect(container?.querySelector('.picture-frame')?.getAttribute('style')).toMatch(
      /--picture-width: 390px;\s*--picture-height: 844px/,
    );
    const frame = screen.getByTitle('The page at this entry');
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(frame).toHaveAttribute('inert');
    expect(container?.querySelector('figcaption')?.textContent).toBe('The page after this entry.');
  });

  test('is scrolled to where the page was when it is loaded', () => {
    show(timeline[1]);
    const frame = screen.getByTitle('The page at this entry');
    const scrollTo = vi.fn();
    const framed = new DOMParser().parseFromString('', 'text/html');
    Object.defineProperty(framed, 'defaultView', { value: { scrollTo } });
    Object.defineProperty(frame, 'contentDocument', { value: framed });
    fireEvent.load(frame);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 0, top: 0, behavior: 'instant' });
  });

  test('says how much later its picture was taken', () => {
    expect(show(timeline[0])?.querySelector('figcaption')?.textContent).toBe(
      'The page 0.05 s later: more happened before a picture could be taken.',
    );
  });

  test('says that there is no picture, and why', () => {
    const none = 'There is no picture of the page at this entry';
    expect(show(timeline[1], { pictures: [] })?.textContent).toBe(`${none}.`);
    expect(show(timeline[1], { pictures: [], droppedPictures: 1 })?.textContent).toBe(
      `${none}: there is room for the newest alone.`,
    );
  });
});

describe('the details of', () => {
  const onRestart = vi.fn();
  const show = (
    record: TimelineRecord,
    { timeline = [record], paused = null as string | null, isMasked = false } = {},
  ) => render(<EntryDetails {...{ timeline, record, isMasked, paused, onRestart }} />).container;
  const hints = (container: Element) =>
    [...container.querySelectorAll('.hint')].map(({ textContent }) => textContent);
  const restartHint = (title: string) =>
    `Loads the page again with "${title}" in the state after the event. Requests that were sent stay sent, and other flows start afresh.`;
  afterEach(() => onRestart.mockClear());

  test('an event: payload, guards, and what it changed', () => {
    const record = event(2, {
      event: { type: 'changed', values: { name: 'Kiran' } },
      guardResults: ['contact.idle · submitted[0] ? true', 'contact.gone ? false'],
      before: snapshotWith({ values: { name: '', phone: '9' } }),
      snapshot: snapshotWith({ values: { name: 'Kiran', phone: '9' } }),
    });
    const container = show(record);
    expect(screen.getByRole('region', { name: 'What "changed" did' })).toHaveClass('entry-details');
    expect(container.querySelector('pre')?.textContent).toBe('{\n  "values": {\n    "name": "Kiran"\n  }\n}');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'isValid: yes',
      'contact.gone: no',
    ]);
    expect([...container.querySelectorAll('table')].map(({ textContent }) => textContent)).toEqual([
      'contextbeforeaftervalues.name"""Kiran"',
      'contextbeforeaftervalues.phone"9""9"alertnullnull',
    ]);
    expect(container.querySelector('summary')?.textContent).toBe('2 unchanged');
    expect(container.querySelector('details')?.querySelectorAll('table')).toHaveLength(1);
    cleanup();
    expect(show(record, { isMasked: true }).textContent).not.toContain('Kiran');
  });

  test('an event that did nothing: neither payload nor guards', () => {
    const container = show(event(2));
    expect(hints(container)).toEqual(['The context is as before.', restartHint('Contact message')]);
    expect(container.querySelector('pre, ul')).toBeNull();
    cleanup();
    const begun = show(event(1, { before: null }));
    expect(begun.querySelector('summary')).toBeNull();
    expect(begun.querySelector('table')?.textContent).toBe('contextbeforeaftervalues–{}alert–null');
  });

  test('an event of a flow that is not known, as it was', () => {
    const typed = { type: 'changed', name: 'Kiran' };
    const snapshot = snapshotWith({ name: 'Kiran' });
    const container = show(event(2, { flow: 'noSuchFlow', event: typed, snapshot }), { isMasked: true });
    expect(container.querySelector('table')?.textContent).toContain('name–"Kiran"');
    expect(hints(container)).toEqual([restartHint('noSuchFlow')]);
  });

  test('a call: its body', () => {
    const sent = (body: unknown) => ({ ...request(3), request: { ...request(3).request, body } });
    const text = (record: TimelineRecord) => show(record).querySelector('pre')?.textContent;
    expect(text(sent({ name: 'Kiran' }))).toBe('{\n  "name": "Kiran"\n}');
    expect(screen.getByRole('region', { name: 'POST /api/contact' })).toBeVisible();
    cleanup();
    expect(text(sent('plain'))).toBe('plain');
    cleanup();
    expect(text({ ...response(4, 3), response: { request: 3, status: 200, body: [1] } })).toBe('[\n  1\n]');
    cleanup();
    const container = show(sent(null));
    expect(hints(container)).toEqual(['Without a body.']);
    expect(container.querySelector('pre')).toBeNull();
  });

  test('a load: how the page is loaded again', async () => {
    const record = load(1);
    const container = show(record);
    expect(container.textContent).toBe('Load /contact again');
    await userEvent.click(button('Load /contact again'));
    expect(onRestart).toHaveBeenLastCalledWith(record, null);
  });

  test('an entry after an event: how the page is put back', async () => {
    const children = { send: {} };
    const entry = entryWith({ number: 2, snapshot: { ...snapshotWith({}), children } });
    const before: TimelineRecord = { kind: 'event', number: 2, at: 2, page, entry };
    const record = request(3);
    const container = show(record, { timeline: [before, record] });
    expect(hints(container)).toEqual([
      'Without a body.',
      'Something is under way in this state. It would start again and lead the flow on at once, unless the environment is paused.',
      restartHint('Contact message'),
    ]);
    await userEvent.click(button('Pause the environment and restart from here'));
    expect(onRestart).toHaveBeenLastCalledWith(record, entry);
    cleanup();
    const paused = show(record, { timeline: [before, record], paused: 'contact' });
    expect(hints(paused)).toEqual(['Without a body.', restartHint('Contact message')]);
    expect(button('Restart from here')).toBeVisible();
    expect([isUnderWay(entry), isUnderWay(entryWith())]).toEqual([true, false]);
  });
});

describe('the panel', () => {
  const actions = { onShow: vi.fn(), onPin: vi.fn(), onClear: vi.fn(), onRestart: vi.fn() };
  const show = (timeline: TimelineRecord[], changes: Partial<LinkContext> = {}, address = '/') =>
    renderAt(
      <TimelinePanel context={{ ...initial.context, timeline, ...changes }} isMasked={false} {...actions} />,
      address,
    );
  const rows = () => [...document.querySelectorAll('.entry-row')].map(({ textContent }) => textContent);
  const loads = (count: number) => Array.from({ length: count }, (_, index) => load(index + 1));
  /** Returns the times of the newest and of the oldest row, in milliseconds, and how many rows there are. */
  const range = () => {
    const times = [...document.querySelectorAll('.entry-row .entry-time')].map(
      ({ textContent }) => Number(textContent) * 100,
    );
    return [times[0], times.at(-1), times.length];
  };
  /** Loads at a hundredth of a second each. */
  const many = (count: number) => loads(count).map((record) => ({ ...record, at: record.number * 10 }));
  const head = () => document.querySelector('.log-head')?.textContent;
  afterEach(() => vi.clearAllMocks());

  test('has a row for each entry with its outcome', () => {
    const failure = { message: 'No place', event: 'x', state: 'y' };
    show(
      [
        event(10, { before: null }),
        event(20),
        event(30, { transitions: ['contact.idle · changed'] }),
        event(40, { failure }),
        response(50, 1, 503),
        response(60, 1, null, { flow: 'noSuchFlow' }),
        request(70, { flow: null }),
      ],
      { pinnedEntries: [20] },
    );
    expect(rows()).toEqual([
      '0.07POST /api/contact',
      '0.06noSuchFlowresponse to an earlier requestno response',
      '0.05Contact messageresponse to an earlier request503',
      '0.04Contact messagesubmitted: by the buttonidlethrew “No place”',
      '0.03Contact messagesubmitted: by the buttonidle',
      '0.02pinnedContact messagesubmitted: by the buttonidlenothing taken',
      '0.01Contact messagethe flow beginsidle',
    ]);
    expect(document.querySelector('.entries > li')).toHaveClass('entry', 'is-request');
    expect(head()).toBe('7 entriesNewestOlderClear the log');
  });

  test('opens an entry and closes it', async () => {
    show(loads(2), { shownEntry: 2 });
    const [open, closed] = [...document.querySelectorAll('.entry-row')];
    if (!open || !closed) throw new Error('There are no rows.');
    expect(open).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getAllByRole('region')).toHaveLength(1);
    await userEvent.click(open);
    await userEvent.click(closed);
    expect(actions.onShow.mock.calls).toEqual([[null], [1]]);
    expect(button('Pin this entry')).toHaveAttribute('aria-pressed', 'false');
  });

  test('is empty before anything happens', () => {
    show([], { pinnedEntries: [-2] });
    expect(head()).toBe('0 entriesNewestOlderClear the log');
    expect(disabled('Newest', 'Older', 'Clear the log')).toBe('Newest, Older, Clear the log');
    expect(document.querySelector('.picture, .note')).toBeNull();
    expect(document.querySelectorAll('.hint')).toHaveLength(0);
  });

  test('has forty rows, and the older ones on further pages', async () => {
    const { router } = show(many(100));
    expect(range()).toEqual([100, 61, 40]);
    expect(disabled('Newest', 'Older')).toBe('Newest');
    await userEvent.click(button('Older'));
    expect(router.state.location.search).toBe('?before=61');
    expect(range()).toEqual([60, 21, 40]);
    expect(disabled('Newest', 'Older')).toBe('');
    await userEvent.click(button('Older'));
    expect(range()).toEqual([20, 1, 20]);
    expect(disabled('Newest', 'Older')).toBe('Older');
    await userEvent.click(button('Newest'));
    expect(router.state.location.search).toBe('');
    expect(range()).toEqual([100, 61, 40]);
    expect(actions.onShow.mock.calls).toEqual([[null]]);
  });

  test.each([
    [61, '/', [100, 61, 40]],
    [60, '/', [79, 40, 40]],
    [1, '/', [20, 1, 20]],
    [999, '/', [100, 61, 40]],
    [1, '/?before=81', [80, 41, 40]],
    [1, '/?before=1', [undefined, undefined, 0]],
    [1, '/?before=999', [20, 1, 20]],
  ])('lists the entry %i that is shown at %s', (shownEntry, address, expected) => {
    show(many(100), { shownEntry }, address);
    expect(range()).toEqual(expected);
  });

  test('has no older entries than the first', () => {
    show(many(2), {}, '/?before=1');
    expect(disabled('Newest', 'Older')).toBe('Older');
  });

  test('leaves an older page with its slider', async () => {
    const { router } = show(many(100), {}, '/?before=41');
    await userEvent.click(button('First entry'));
    expect(router.state.location.search).toBe('');
    expect(actions.onShow.mock.calls).toEqual([[1]]);
  });

  test('stays where it is with its slider on the newest page', async () => {
    const { router } = show(many(3), {}, '/?kind=loads');
    await userEvent.click(button('First entry'));
    expect(router.state.historyAction).toBe('POP');
    expect(actions.onShow.mock.calls).toEqual([[1]]);
  });

  test('has the picture of the entry that is shown, and pins and clears', async () => {
    show([event(250)], { shownEntry: 250, pictures: [stored], pinnedEntries: [250] });
    expect(screen.getByTitle('The page at this entry')).toBeVisible();
    expect(button('Pin this entry')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button('Pin this entry'));
    await userEvent.click(button('Clear the log'));
    expect([actions.onPin.mock.calls.length, actions.onClear.mock.calls.length]).toEqual([1, 1]);
    expect(head()).toBe('1 entryNewestOlderClear the log');
    await userEvent.click(button('Restart from here'));
    expect(actions.onRestart).toHaveBeenCalledOnce();
  });

  test.each([
    [1, 'The oldest picture was dropped to make room. Those of pinned entries are kept.'],
    [2, 'The 2 oldest pictures were dropped to make room. Those of pinned entries are kept.'],
  ])('says that %i pictures were dropped', (droppedPictures, sentence) => {
    show(loads(1), { droppedPictures });
    expect(document.querySelector('.hint')?.textContent).toBe(sentence);
  });
});
