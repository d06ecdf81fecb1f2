import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import type { Run } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { Overview } from '../../../src/visualiser/Overview.tsx';
import { testRuns } from '../../../src/visualiser/testRuns.ts';
import { useAddress } from '../../../src/visualiser/useAddress.ts';
import { useNextRun } from '../../../src/visualiser/useNextRun.ts';
import { openPage } from '../../../src/visualiser/visualiserFlows.ts';
import { chartFixtureMachine } from '../../support/chartFixture.ts';
import { linkIn, page, runIn, visualiserFlows } from '../../support/visualiserFixture.ts';

/** The list of flows, the part of the view that the address contains, and the pages and runs that follow each other. */

/** As where no test has run yet. */
beforeEach(() => void testRuns.splice(0));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('the list of flows', () => {
  const ids = (id: string) => {
    const flow = catalogue.find((each) => each.id === id);
    if (!flow) throw new Error(`There is no flow "${id}".`);
    return chartOf(flow.machine).transitions.map((transition) => transition.id);
  };
  const show = (props: Partial<Parameters<typeof Overview>[0]> = {}) =>
    render(
      <MemoryRouter>
        <Overview coverage={{}} failures={{}} {...props}>
          <b>files</b>
        </Overview>
      </MemoryRouter>,
    );
  const cellsOf = (title: string) => {
    const row = screen.getByRole('rowheader', { name: title }).closest('tr');
    return [...(row?.children ?? [])].map(({ textContent }) => textContent);
  };

  test('has the purpose and the size of each, with a link', () => {
    show();
    expect(document.title).toBe('Flows – state visualiser');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...[
        'Flow',
        'What it is for',
        'States',
        'Transitions',
        'Bare machine',
        'React screen',
        'Built site',
        'By hand',
      ],
    ]);
    expect(screen.getAllByRole('rowheader')).toHaveLength(catalogue.length);
    expect(screen.getByRole('link', { name: 'Call-back' })).toHaveAttribute('href', '/visualiser/callBack');
    expect(screen.getByText('files')).toBeVisible();
    // Closed, idle, invalid, the two of submitting, failed and done.
    expect(cellsOf('Call-back')).toEqual([
      ...['Call-back', 'A visitor asks to be called back, from a popup on every page.', '7'],
      ...[String(ids('callBack').length), 'not run', 'not run', 'not run', 'not run'],
    ]);
  });

  test('has the covered transitions of each level, without those that a flow no longer has', () => {
    const [first = '', second = '', third = ''] = ids('contact');
    const coverage = { states: [], guardResults: [], cases: [], pairs: [] };
    testRuns.push(
      { ...coverage, flow: 'contact', level: 'screens', transitions: [first, second, 'gone'] },
      { ...coverage, flow: 'callBack', level: 'screens', transitions: [first] },
      { ...coverage, flow: 'contact', level: 'browser', transitions: [first] },
    );
    show({ coverage: { contact: { ...coverage, transitions: [first, second, third] } } });
    expect(cellsOf('Contact message').slice(3)).toEqual([
      ...[String(ids('contact').length), 'not run', ' 2', ' 1', ' 3'],
    ]);
    expect(cellsOf('Call-back').slice(4)).toEqual(['not run', ' 0', 'not run', 'not run']);
    const meter = screen.getByLabelText(`React screen: 2 of ${ids('contact').length} transitions`);
    const limits = ['min', 'max', 'value'].map((name) => meter.getAttribute(name));
    expect(limits).toEqual(['0', String(ids('contact').length), '2']);
    const row = within(screen.getAllByRole('rowheader')[0]?.closest('tr') ?? document.body);
    const labels = row.getAllByRole('cell').map((cell) => cell.getAttribute('data-label'));
    expect(labels).toEqual([
      ...[null, 'States', 'Transitions', 'Bare machine', 'React screen', 'Built site', 'By hand'],
    ]);
  });

  test('says which flow is broken, and by what', () => {
    show({
      failures: { contact: { message: 'It broke.', event: 'submitted', state: 'idle' }, callBack: null },
    });
    expect([...document.querySelectorAll('.broken')].map(({ textContent }) => textContent)).toEqual([
      'Broken: submitted in idle threw the error “It broke.”.',
    ]);
    expect(cellsOf('Contact message')[1]).toContain('Broken: ');
  });
});

describe('the address', () => {
  const model = chartOf(chartFixtureMachine);
  const at = (search: string) => {
    const now: {
      location?: ReturnType<typeof useLocation>;
      navigate?: ReturnType<typeof useNavigate>;
      address?: ReturnType<typeof useAddress>;
    } = {};
    function Part() {
      now.location = useLocation();
      now.navigate = useNavigate();
      now.address = useAddress(model);
      return null;
    }
    render(
      <MemoryRouter initialEntries={['/visualiser', `/visualiser/fixture${search}`]}>
        <Part />
      </MemoryRouter>,
    );
    const address = () => {
      if (!now.address) throw new Error('Nothing was rendered.');
      return now.address;
    };
    return {
      address,
      goBack: () => {
        act(() => void now.navigate?.(-1));
        return now.location?.pathname;
      },
      /** Returns the parameters of the address after something was done. */
      paramsAfter: (change: (given: ReturnType<typeof useAddress>) => void) => {
        act(() => change(address()));
        return Object.fromEntries(new URLSearchParams(now.location?.search));
      },
    };
  };
  const split = 'fixture.work · split';

  test.each([
    ['', { selected: null, unknown: null, folded: [], level: 'any', areAllFlowsShown: false }],
    ['?state=work.left', { selected: 'fixture.work.left', unknown: null }],
    [`?transition=${split}`, { selected: split, unknown: null }],
    [`?state=idle&transition=${split}`, { selected: 'fixture.idle', unknown: null }],
    ['?state=gone', { selected: null, unknown: 'gone' }],
    ['?transition=gone', { selected: null, unknown: 'gone' }],
    ['?fold=work,,work.left', { folded: ['fixture.work', 'fixture.work.left'] }],
    ['?level=hand', { level: 'hand' }],
    ['?level=gone', { level: 'any' }],
    ['?flows=all', { areAllFlowsShown: true }],
    ['?flows=one', { areAllFlowsShown: false }],
  ])('"%s" contains a part of the view', (search, expected) => {
    expect(at(search).address()).toMatchObject(expected);
  });

  test('has what is selected', () => {
    const { paramsAfter } = at('?level=hand&state=idle');
    expect(paramsAfter(({ select }) => select(split))).toEqual({ level: 'hand', transition: split });
    expect(paramsAfter(({ select }) => select('fixture.work.left'))).toEqual({
      level: 'hand',
      state: 'work.left',
    });
    expect(paramsAfter(({ select }) => select(null))).toEqual({ level: 'hand' });
  });

  test('has the states that are folded', () => {
    const { paramsAfter } = at('');
    expect(paramsAfter(({ fold }) => fold('fixture.work'))).toEqual({ fold: 'work' });
    expect(paramsAfter(({ fold }) => fold('fixture.work.left'))).toEqual({ fold: 'work,work.left' });
    expect(paramsAfter(({ fold }) => fold('fixture.work'))).toEqual({ fold: 'work.left' });
    expect(paramsAfter(({ fold }) => fold('fixture.work.left'))).toEqual({});
  });

  test('has the level and the flows, unless they are as at first', () => {
    const { paramsAfter } = at('?state=idle');
    expect(paramsAfter(({ showLevel }) => showLevel('screens'))).toEqual({ state: 'idle', level: 'screens' });
    expect(paramsAfter(({ showLevel }) => showLevel('any'))).toEqual({ state: 'idle' });
    expect(paramsAfter(({ showAllFlows }) => showAllFlows(true))).toEqual({ state: 'idle', flows: 'all' });
    expect(paramsAfter(({ showAllFlows }) => showAllFlows(false))).toEqual({ state: 'idle' });
  });

  test('is replaced, so that the browser goes back to the page before', () => {
    const { paramsAfter, goBack } = at('?state=idle');
    paramsAfter(({ select }) => select(split));
    paramsAfter(({ fold }) => fold('fixture.work'));
    paramsAfter(({ showLevel }) => showLevel('hand'));
    expect(goBack()).toBe('/visualiser');
  });
});

describe('a page that is opened', () => {
  const frameNamed = (name: string, tag = 'iframe') => {
    const frame = document.createElement(tag);
    frame.setAttribute('name', name);
    document.body.append(frame);
    return frame;
  };
  const opened = (link = linkIn({ disconnected: 'noPage' })) => {
    const sendCommand = vi.spyOn(connection, 'sendCommand').mockReturnValue(undefined);
    openPage(visualiserFlows({ link }), '/about');
    return sendCommand.mock.calls;
  };
  const inTab = (tab: string) => linkIn({ following: 'responsive' }, { followedPage: { ...page, tab } });
  const command = { type: 'open', path: '/about', draftsToClear: [], restart: null };

  test('is loaded in the frame, also where its page does not answer', () => {
    const frame = frameNamed(connection.id);
    expect(opened()).toEqual([]);
    expect(frame.getAttribute('src')).toBe('/about');
    frame.setAttribute('src', '/');
    expect(opened(inTab(connection.id))).toEqual([]);
    expect(frame.getAttribute('src')).toBe('/about');
  });

  test('takes the place of the followed one in another tab', () => {
    const frame = frameNamed(connection.id);
    expect(opened(inTab('a tab'))).toEqual([['a load', command]]);
    expect(frame.getAttribute('src')).toBeNull();
  });

  test('is loaded by the followed page where there is no frame', () => {
    frameNamed('another');
    const other = frameNamed(connection.id, 'p');
    expect(opened(inTab(connection.id))).toEqual([['a load', command]]);
    expect(other.getAttribute('src')).toBeNull();
  });
});

test('a run that follows another knows what was paused before the first, and what follows it', () => {
  const start = vi.fn();
  const last = { title: 'last', flow: 'contact', on: 'page' as const, tab: 'a tab', steps: [] };
  const next = [{ ...last, title: 'second' }, last];
  function Runs({ value, run }: { value: Parameters<typeof runIn>[0]; run: Run | null }) {
    const { run: own } = visualiserFlows({ run: runIn(value, { run }) });
    useNextRun({ run: own }, start);
    return null;
  }
  const { rerender } = render(<Runs value="performing" run={{ ...last, next, pausedBefore: 'callBack' }} />);
  expect(start).not.toHaveBeenCalled();
  rerender(<Runs value={{ inactive: 'failed' }} run={{ ...last, next, pausedBefore: 'callBack' }} />);
  expect(start.mock.calls).toEqual([[{ ...last, title: 'second', next: [last], pausedBefore: 'callBack' }]]);
  rerender(<Runs value={{ inactive: 'done' }} run={{ ...last, next: [last] }} />);
  expect(start.mock.lastCall).toEqual([{ ...last, next: [], pausedBefore: null }]);
  for (const [value, run] of [
    ['performing', last],
    [{ inactive: 'done' }, last],
    [{ inactive: 'idle' }, { ...last, next }],
  ] as const)
    rerender(<Runs value={value} run={run} />);
  expect(start).toHaveBeenCalledTimes(2);
});
