import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TimelineRecord } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { TimelineFilters } from '../../../src/visualiser/timeline/TimelineFilters.tsx';
import { TimelineSlider } from '../../../src/visualiser/timeline/TimelineSlider.tsx';
import { useTimelineAddress } from '../../../src/visualiser/timeline/useTimelineAddress.ts';
import { event, load } from '../../support/timelineRecords.ts';

/** The parts of the timeline's panel, each by itself. */

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

describe('the address of the timeline', () => {
  function Address() {
    const { kind, flow, search, before, filter, showBefore } = useTimelineAddress();
    return (
      <>
        <output>{JSON.stringify([kind, flow, search, before])}</output>
        <button type="button" onClick={() => filter({ kind: 'events' })}>
          Events
        </button>
        <button type="button" onClick={() => filter({ kind: 'any' })}>
          Any kind
        </button>
        <button type="button" onClick={() => filter({ flow: 'contact' })}>
          Contact
        </button>
        <button type="button" onClick={() => filter({ flow: null })}>
          All flows
        </button>
        <button type="button" onClick={() => filter({ search: 'x' })}>
          Search
        </button>
        <button type="button" onClick={() => filter({ search: '' })}>
          All texts
        </button>
        <button type="button" onClick={() => showBefore('7')}>
          Before
        </button>
        <button type="button" onClick={() => showBefore(null)}>
          Newest
        </button>
      </>
    );
  }

  test.each([
    ['/', ['any', null, '', null]],
    ['/?kind=calls&of=contact&find=post&before=7', ['calls', 'contact', 'post', '7']],
    ['/?kind=unknown', ['any', null, '', null]],
  ])('%s tells what is listed', (address, expected) => {
    renderAt(<Address />, address);
    expect(JSON.parse(screen.getByRole('status').textContent)).toEqual(expected);
  });

  test.each([
    ['/?flow=x', 'Events', '?flow=x&kind=events'],
    ['/?kind=events&flow=x', 'Any kind', '?flow=x'],
    ['/?kind=events&before=7', 'Contact', '?kind=events&of=contact'],
    ['/?of=contact&find=y', 'All flows', '?find=y'],
    ['/?of=contact', 'Search', '?of=contact&find=x'],
    ['/?of=contact&find=y', 'All texts', '?of=contact'],
    ['/?of=contact', 'Before', '?of=contact&before=7'],
    ['/?of=contact&before=7', 'Newest', '?of=contact'],
  ])('%s becomes with %s: %s', async (address, name, search) => {
    const { router } = renderAt(<Address />, address);
    await userEvent.click(button(name));
    expect(router.state.location.search).toBe(search);
    expect(router.state.historyAction).toBe('REPLACE');
    expect(router.state.preventScrollReset).toBe(true);
  });
});

describe('the filters', () => {
  const timeline = [load(1), event(2), event(3, { flow: 'noSuchFlow' })];
  const chosen = vi.fn();
  const show = (flow: string | null, search = '') =>
    render(
      <TimelineFilters timeline={timeline} filter={{ kind: 'calls', flow, search }} onFilter={chosen} />,
    );
  const optionsOf = (name: string) =>
    within(screen.getByLabelText(name))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  afterEach(() => chosen.mockClear());

  test('offer the flows of the timeline, that of the address, and the kinds of entries', () => {
    show('newsletter', 'x');
    expect(optionsOf('Flow')).toEqual(['all flows', 'Contact message', 'noSuchFlow', 'Newsletter']);
    expect(screen.getByLabelText('Flow')).toHaveValue('newsletter');
    expect(optionsOf('Kind of entry')).toEqual([
      'everything',
      'page loads',
      'events',
      'requests and responses',
      'what is pinned',
    ]);
    expect(screen.getByLabelText('Kind of entry')).toHaveValue('calls');
    const search = screen.getByRole('searchbox', { name: 'Search the log' });
    expect([search.getAttribute('placeholder'), search.getAttribute('autocomplete')]).toEqual([
      'Search',
      'off',
    ]);
    expect(search).toHaveValue('x');
    expect(document.querySelector('search')).toHaveClass('row');
  });

  test('report what is chosen', async () => {
    show(null);
    expect(screen.getByLabelText('Flow')).toHaveValue('');
    await userEvent.selectOptions(screen.getByLabelText('Flow'), 'Contact message');
    await userEvent.selectOptions(screen.getByLabelText('Flow'), 'all flows');
    await userEvent.selectOptions(screen.getByLabelText('Kind of entry'), 'events');
    await userEvent.type(screen.getByLabelText('Search the log'), 'x');
    expect(chosen.mock.calls).toEqual([
      [{ flow: 'contact' }],
      [{ flow: null }],
      [{ kind: 'events' }],
      [{ search: 'x' }],
    ]);
  });
});

describe('the slider', () => {
  const records = [load(1), event(2), load(3)];
  const onShow = vi.fn();
  const onPin = vi.fn();
  const names = ['First entry', 'Previous entry', 'Next entry', 'Now', 'Pin this entry'];
  const show = (shown?: TimelineRecord, { listed = records, timeline = records, isPinned = false } = {}) =>
    render(<TimelineSlider {...{ timeline, records: listed, shown, isPinned, onShow, onPin }} />);
  const pressAll = async () => {
    for (const name of names) await userEvent.click(button(name));
    return [...onShow.mock.calls.flat(), onPin.mock.calls.length];
  };
  afterEach(() => {
    onShow.mockClear();
    onPin.mockClear();
  });

  test('stands at the entry that is shown', async () => {
    show(records[1], { isPinned: true });
    const slider = screen.getByRole('slider', { name: 'Position on the timeline' });
    expect(slider).toHaveAttribute('aria-valuetext', 'submitted: by the button');
    expect(['min', 'max', 'value'].map((name) => slider.getAttribute(name))).toEqual(['0', '3', '1']);
    expect(disabled(...names)).toBe('');
    expect(button('Pin this entry')).toHaveAttribute('aria-pressed', 'true');
    expect(await pressAll()).toEqual([1, 1, 3, null, 1]);
    fireEvent.change(slider, { target: { value: '2' } });
    expect(onShow).toHaveBeenLastCalledWith(3);
  });

  test('stands behind the last entry where none is shown, or one that is not listed', async () => {
    show();
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', 'now');
    expect(screen.getByRole('slider')).toHaveAttribute('value', '3');
    expect(disabled(...names)).toBe('Next entry, Pin this entry');
    expect(await pressAll()).toEqual([1, 3, null, 0]);
    cleanup();
    show(event(9));
    expect(screen.getByRole('slider')).toHaveAttribute('value', '3');
    expect(disabled(...names)).toBe('Next entry');
  });

  test('does not go beyond the ends', () => {
    show(records[0]);
    expect(disabled(...names)).toBe('Previous entry');
    cleanup();
    show(records[2]);
    expect(disabled(...names)).toBe('');
    cleanup();
    show(undefined, { listed: [] });
    expect(disabled(...names)).toBe('First entry, Previous entry, Next entry, Pin this entry');
    cleanup();
    show(records[1], { listed: [], timeline: [] });
    expect(disabled(...names)).toBe('First entry, Previous entry, Next entry, Now');
  });

  test('goes to the current state behind the last entry', async () => {
    show(records[2]);
    await userEvent.click(button('Next entry'));
    expect(onShow).toHaveBeenLastCalledWith(null);
  });
});
