import { act, cleanup, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkEvent } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import type { Run, RunContext } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { environmentStore } from '../../../src/visualiser/environment/environmentStore.ts';
import { errorCatalogue, titleOf } from '../../../src/visualiser/errorCatalogue.ts';
import { MessagesPage } from '../../../src/visualiser/MessagesPage.tsx';
import { messagesStore, startMessagesStore } from '../../../src/visualiser/messages/messagesStore.ts';
import { MESSAGES_PATH, runToMessage, useMessages } from '../../../src/visualiser/messages/useMessages.ts';
import { entryWith, page, snapshotWith } from '../../support/timelineRecords.ts';
import { runIn, visualiserFlows } from '../../support/visualiserFixture.ts';

/** The page with the messages of the site, and how they are ticked and produced. */

const TIME_OUT = 'Contact: time-out';
const SLOW = 'Any page: slow';

const state = () => messagesStore.getSnapshot().context;

beforeEach(() => {
  messagesStore.send({ type: 'stopped' });
  messagesStore.send({ type: 'cleared' });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function messageWith(title: string) {
  const message = errorCatalogue.find((known) => titleOf(known) === title);
  if (!message) throw new Error(`There is no message "${title}".`);
  return message;
}

describe('the store', () => {
  test('keeps what was seen in this browser', () => {
    expect(startMessagesStore().getSnapshot().context).toEqual({ seen: [], failures: {}, queue: [] });
    const store = startMessagesStore();
    store.send({ type: 'queued', titles: ['one'] });
    expect(localStorage.getItem('visualiser-messages')).toBeNull();
    store.send({ type: 'shown', titles: ['one', 'other', 'one'] });
    expect(localStorage.getItem('visualiser-messages')).toBe('["one","other"]');
    expect(startMessagesStore().getSnapshot().context.seen).toEqual(['one', 'other']);
  });

  test('saves nothing where nothing new was seen', () => {
    const store = startMessagesStore();
    store.send({ type: 'shown', titles: ['one'] });
    localStorage.clear();
    store.send({ type: 'shown', titles: ['one'] });
    store.send({ type: 'queued', titles: ['other'] });
    expect(localStorage.getItem('visualiser-messages')).toBeNull();
    store.send({ type: 'shown', titles: ['one', 'other'] });
    expect(localStorage.getItem('visualiser-messages')).toBe('["one","other"]');
  });

  test('does not keep what is no list of titles', () => {
    localStorage.setItem('visualiser-messages', '[1]');
    expect(startMessagesStore().getSnapshot().context.seen).toEqual([]);
  });
});

describe('the page', () => {
  const start = vi.fn<(run: Run) => void>();
  const show = (address = '/', changes: { isBusy?: boolean; tab?: string } = {}) => {
    const props = { isBusy: false, tab: 'a tab', start, runStatus: <p>The run is at step 2.</p>, ...changes };
    const router = createMemoryRouter([{ path: '*', element: <MessagesPage {...props} /> }], {
      initialEntries: [address],
    });
    render(<RouterProvider router={router} />);
    return router;
  };
  const rows = () =>
    [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
    );
  const button = (name: string) => screen.getByRole('button', { name });
  const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
  afterEach(() => start.mockClear());

  test('lists every message, with what it is about', () => {
    show();
    expect(document.title).toBe('Messages – state visualiser');
    expect(screen.getByRole('heading', { name: 'Messages' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Where',
      'When',
      'What the visitor reads',
      'Seen',
    ]);
    expect(rows()).toHaveLength(errorCatalogue.length);
    expect(rows()[5]).toEqual([
      'Contact',
      'time-out',
      'The server did not answer in time. Please try again.',
      '',
      'Produce',
    ]);
    expect(rows().find(([where, when]) => where === 'Registration' && when === 'success')?.[2]).toBe(
      'Registration Successful! Your payment was processed successfully. Thank you for registering. You will receive a confirmation email shortly.',
    );
    expect(screen.getByRole('status').textContent).toBe(`0 of ${errorCatalogue.length} seen`);
    expect(isDisabled('Clear the ticks')).toBe(true);
    expect(button('Produce all')).toBeVisible();
    expect(document.querySelector('.hint')?.textContent).toMatch(/^Each is produced on the page itself: /);
  });

  test.each([
    ['SLOW any', ['slow']],
    ['  payment  SLOWLY ', ['the payment window loads slowly']],
    ['processed successfully', ['success']],
    ['no such message', []],
  ])('finds the messages with every word of "%s"', (search, conditions) => {
    show(`/?search=${encodeURIComponent(search)}`);
    expect(rows().map(([, condition]) => condition)).toEqual(conditions);
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue(search);
    expect(button(`Produce all ${conditions.length} found`)).toBeVisible();
    expect(isDisabled(`Produce all ${conditions.length} found`)).toBe(conditions.length === 0);
  });

  test('has the search in its address', async () => {
    const router = show();
    const search = screen.getByRole('searchbox', { name: 'Search' });
    expect(search).toHaveValue('');
    expect(search.closest('label')?.textContent).toBe('Search ');
    await userEvent.type(search, 'x');
    expect(router.state.location.search).toBe('?search=x');
    expect([router.state.historyAction, router.state.preventScrollReset]).toEqual(['REPLACE', true]);
    await userEvent.clear(search);
    expect(router.state.location.search).toBe('');
  });

  test('produces one message on the page of its flow', async () => {
    const router = show('/?search=any%20slow');
    await userEvent.click(button(`Produce: ${SLOW}`));
    expect(start).toHaveBeenCalledExactlyOnceWith(runToMessage(messageWith(SLOW), 'a tab'));
    expect(router.state.location.pathname).toBe('/visualiser/routeLoading');
    expect(state().queue).toEqual([]);
  });

  test('produces all that are found, one after the other, until it is stopped', async () => {
    show('/?search=any%20page%20load');
    await userEvent.click(button('Produce all 2 found'));
    expect(state().queue).toEqual([SLOW, 'Any page: not loaded']);
    expect(start).toHaveBeenCalledExactlyOnceWith(runToMessage(messageWith(SLOW), 'a tab'));
    expect(screen.getByRole('status').textContent).toBe(
      `0 of ${errorCatalogue.length} seen, 2 to be produced`,
    );
    expect(isDisabled(`Produce: ${SLOW}`)).toBe(true);
    expect(document.querySelector('iframe')).toBeNull();
    await userEvent.click(button('Stop'));
    expect(state().queue).toEqual([]);
    expect(start).toHaveBeenCalledOnce();
    expect(isDisabled(`Produce: ${SLOW}`)).toBe(false);
  });

  test('has the page in its frame while it produces there', () => {
    messagesStore.send({ type: 'queued', titles: [SLOW] });
    show('/', { tab: connection.id, isBusy: true });
    const frame = screen.getByTitle('The page');
    expect([frame.getAttribute('name'), frame.getAttribute('src')]).toEqual([connection.id, '/contact']);
    expect(isDisabled('Stop')).toBe(false);
    cleanup();
    messagesStore.send({ type: 'stopped' });
    show('/', { tab: connection.id });
    expect(document.querySelector('iframe')).toBeNull();
  });

  test('produces nothing while a run is under way, and shows it', () => {
    show('/?search=any%20slow', { isBusy: true });
    expect(screen.getByText('The run is at step 2.')).toBeVisible();
    expect(['Produce all 1 found', `Produce: ${SLOW}`].map(isDisabled)).toEqual([true, true]);
    cleanup();
    show('/?search=any%20slow');
    expect(screen.queryByText('The run is at step 2.')).toBeNull();
    expect(['Produce all 1 found', `Produce: ${SLOW}`].map(isDisabled)).toEqual([false, false]);
  });

  test('tells of each what became of it, and clears the ticks', async () => {
    messagesStore.send({
      type: 'queued',
      titles: ['Contact: advice', 'Contact: offline', 'Contact: success'],
    });
    messagesStore.send({
      type: 'shown',
      titles: [TIME_OUT, 'Contact: advice', 'Contact: offline', 'no message'],
    });
    messagesStore.send({ type: 'ran', title: 'Contact: success', failure: 'No page answers.' });
    show('/?search=contact%3A');
    const results = Object.fromEntries(rows().map(([, condition, , result]) => [condition, result]));
    expect(results).toMatchObject({
      'time-out': '✓seen',
      advice: '…',
      offline: '✓seen',
      success: 'not shown: No page answers.',
      'network failure': '',
    });
    const [tick] = screen.getAllByText('✓');
    expect(tick).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getAllByText('seen')[0]).toHaveClass('visually-hidden');
    expect(within(screen.getByRole('table')).getByText('not shown: No page answers.')).toHaveClass(
      'run-failed',
    );
    expect(screen.getByRole('status').textContent).toBe(
      `3 of ${errorCatalogue.length} seen, 2 to be produced`,
    );
    await userEvent.click(button('Clear the ticks'));
    expect(state().seen).toEqual([]);
  });
});

describe('while the visualiser is open', () => {
  const start = vi.fn<(run: Run) => void>();
  const listeners = new Set<(event: LinkEvent) => void>();
  beforeEach(() => {
    start.mockClear();
    vi.spyOn(connection, 'listen').mockImplementation((listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    });
  });
  afterEach(() => environmentStore.send({ type: 'reset' }));

  const idle = runIn({ inactive: 'idle' }, {});
  const over = (value: 'done' | 'failed', context: Partial<RunContext>) =>
    runIn({ inactive: value }, context);

  /** Uses the messages while a run changes. */
  function use(snapshot = idle) {
    const onPage = ({ run }: { run: typeof idle }) => useMessages(visualiserFlows({ run }), 'a tab', start);
    return renderHook(onPage, { initialProps: { run: snapshot }, wrapper: MemoryRouter });
  }

  const observed = (...alerts: string[]): LinkEvent => ({
    type: 'observed',
    page,
    entries: alerts.map((message) =>
      entryWith({ snapshot: snapshotWith({ alert: { kind: 'error', message } }, 'failed') }),
    ),
    calls: [],
    endedSessions: [],
    invokedActors: [],
    paused: null,
    microsteps: 0,
  });
  const tell = (event: LinkEvent) =>
    act(() => {
      for (const listener of listeners) listener(event);
    });

  test('a message that a page shows is ticked', () => {
    const { unmount } = use();
    tell({ type: 'pong', page: page.id });
    const before = messagesStore.getSnapshot();
    tell(observed());
    expect(messagesStore.getSnapshot()).toBe(before);
    tell(observed('The server did not answer in time. Please try again.', 'Failed to send message'));
    expect(state().seen).toEqual([TIME_OUT, 'Contact: advice', 'Contact: status not ok, without a word']);
    unmount();
    expect(listeners.size).toBe(0);
  });

  test('a message about the network is ticked only without one', () => {
    use();
    tell(observed('x'));
    expect(state().seen).toEqual(['Contact: advice']);
    environmentStore.send({ type: 'set', settings: { network: 'lost' } });
    tell(observed('x'));
    expect(state().seen).toEqual(['Contact: advice', 'Contact: offline']);
  });

  test('the run to a message loads its page, and names it', () => {
    expect(MESSAGES_PATH).toBe('/visualiser/messages');
    expect(runToMessage(messageWith(SLOW), 'a tab')).toMatchObject({
      title: 'Loading the page…',
      flow: 'routeLoading',
      tab: 'a tab',
      message: SLOW,
    });
    expect(() => runToMessage({ ...messageWith(SLOW), flow: 'no such flow' }, 'a tab')).toThrow(
      'There is no flow "no such flow".',
    );
  });

  const run = { ...runToMessage(messageWith(TIME_OUT), 'a tab'), pausedBefore: 'contact' };

  test.each([
    ['ended well', over('done', { run, actualState: 'x' }), undefined],
    ['failed with an error', over('failed', { run, error: 'No page answers.' }), 'No page answers.'],
    ['led to another state', over('failed', { run, actualState: 'idle' }), 'The page is in "idle".'],
  ])('the next message of the queue is produced when the run to one %s', (_, snapshot, failure) => {
    messagesStore.send({ type: 'queued', titles: [TIME_OUT, SLOW] });
    const { rerender } = use();
    rerender({ run: snapshot });
    expect(state().queue).toEqual([SLOW]);
    expect(state().failures[TIME_OUT]).toBe(failure);
    expect(state().seen).toEqual(failure === undefined ? [TIME_OUT] : []);
    expect(start).toHaveBeenCalledExactlyOnceWith({
      ...runToMessage(messageWith(SLOW), 'a tab'),
      pausedBefore: 'contact',
    });
  });

  test('nothing follows the run to the last message, nor any other run', () => {
    messagesStore.send({ type: 'queued', titles: [TIME_OUT] });
    const { rerender } = use();
    const { message: _, ...other } = run;
    rerender({ run: over('done', { run: other }) });
    expect(state().queue).toEqual([TIME_OUT]);
    rerender({ run: runIn('paused', { run }) });
    expect(state().queue).toEqual([TIME_OUT]);
    rerender({ run: over('done', { run }) });
    expect(state().queue).toEqual([]);
    rerender({ run: idle });
    expect(start).not.toHaveBeenCalled();
  });

  test('a run without a paused environment is followed by one that restores none', () => {
    messagesStore.send({ type: 'queued', titles: [TIME_OUT, SLOW] });
    const { pausedBefore: _, ...unpaused } = run;
    const { rerender } = use();
    rerender({ run: over('done', { run: unpaused }) });
    expect(start).toHaveBeenCalledExactlyOnceWith({
      ...runToMessage(messageWith(SLOW), 'a tab'),
      pausedBefore: null,
    });
  });

  test('the queue ends when the list is left', async () => {
    function Used() {
      useMessages(visualiserFlows(), 'a tab', start);
      return null;
    }
    const router = createMemoryRouter([{ path: '*', element: <Used /> }], { initialEntries: ['/one'] });
    render(<RouterProvider router={router} />);
    messagesStore.send({ type: 'queued', titles: [TIME_OUT] });
    await act(() => router.navigate('/one?search=x'));
    expect(state().queue).toEqual([TIME_OUT]);
    await act(() => router.navigate('/other'));
    expect(state().queue).toEqual([]);
    const before = messagesStore.getSnapshot();
    await act(() => router.navigate('/one'));
    expect(messagesStore.getSnapshot()).toBe(before);
  });
});
