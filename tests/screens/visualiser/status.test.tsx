import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LinkStatus } from '../../../src/visualiser/parts/LinkStatus.tsx';
import { RunChecks } from '../../../src/visualiser/parts/RunChecks.tsx';
import { RunStatus } from '../../../src/visualiser/parts/RunStatus.tsx';
import {
  following,
  invokedActor,
  linkIn,
  page,
  runIn,
  runOf,
  runStep,
} from '../../support/visualiserFixture.ts';

/** What the visualiser says of a run, and of its connection to the page. */

afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });

const texts = (className: string) =>
  [...document.querySelectorAll(`.${className}`)].map(({ textContent }) => textContent);

/** Returns the names of the buttons that do something. */
const enabled = () =>
  screen
    .getAllByRole('button')
    .filter((each) => each.getAttribute('aria-disabled') !== 'true')
    .map(({ textContent }) => textContent);

describe('what was checked', () => {
  const steps = [runStep('a', 'one'), runStep('b', 'two'), runStep('b', 'two'), runStep('c', 'three')];
  const good = { check: 'the heading is shown', problem: null };
  const bad = { check: 'the button is enabled', problem: 'It is not.' };

  test('is listed by step, with a tick or what is wrong', () => {
    const { container } = render(<RunChecks steps={steps} results={[[good], [], [good, bad]]} />);
    expect(container.querySelector('summary')).toHaveTextContent(/^What each of 2 steps checked \(3\)$/);
    expect([...container.querySelectorAll('ol > li')].map(({ textContent }) => textContent)).toEqual([
      'a → one✓ the heading is shown',
      'b → two✓ the heading is shown✗ the button is enabled It is not.',
    ]);
    expect(texts('run-failed')).toEqual(['✗ the button is enabled It is not.']);
  });

  test('of one step is said so, and nothing where nothing was', () => {
    const { container, rerender } = render(<RunChecks steps={steps} results={[[good, bad]]} />);
    expect(container.querySelector('summary')).toHaveTextContent(/^What the step checked \(2\)$/);
    rerender(<RunChecks steps={steps} results={[[], []]} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<RunChecks steps={steps} results={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('a run', () => {
  const steps = [runStep('opened: by click', 'idle'), runStep('submitted: by the button', 'done')];
  const run = runOf(steps, { title: 'Path 1' });
  const show = (snapshot: ReturnType<typeof runIn>, flow: string | null = 'contact') => {
    const send = vi.fn();
    render(<RunStatus flow={flow} snapshot={snapshot} send={send} />);
    return send;
  };
  const status = () => screen.getByRole('status');
  const speeds = ['slow', 'normal', 'fast'];

  test('is none before the first', () => {
    show(runIn({ inactive: 'idle' }));
    expect(screen.getByRole('region', { name: 'Run' })).toBeVisible();
    expect(status()).toHaveTextContent(/^Nothing is run\.$/);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect([texts('run-next'), texts('run-checked'), texts('failure')]).toEqual([[], [], []]);
    expect(enabled()).toEqual(speeds);
  });

  test('that is under way has its progress, the next step, and can be paused', () => {
    const send = show(runIn('performing', { run, completedSteps: 1 }));
    expect(status()).toHaveTextContent(/^Path 1: 1 of 2 steps$/);
    expect(status().className).toBe('');
    const progress = screen.getByRole('progressbar', { name: 'Steps done' });
    expect([progress.getAttribute('max'), progress.getAttribute('value')]).toEqual(['2', '1']);
    expect(texts('run-next')).toEqual(['next: submitted: by the button']);
    expect(enabled()).toEqual(['Pause', ...speeds]);
    fireEvent.click(button('Pause'));
    expect(send.mock.calls).toEqual([[{ type: 'pauseRequested' }]]);
  });

  test('is paused once, after its step', () => {
    show(runIn('performing', { run, isPauseRequested: true }));
    expect(enabled()).toEqual(speeds);
  });

  test('that is paused is resumed, goes on by a step, or is dismissed', () => {
    const send = show(runIn('paused', { run, completedSteps: 1 }));
    expect(enabled()).toEqual(['Resume', 'One step', 'Dismiss', ...speeds]);
    for (const name of ['Resume', 'One step', 'Dismiss']) fireEvent.click(button(name));
    expect(send.mock.calls).toEqual([[{ type: 'resumed' }], [{ type: 'stepped' }], [{ type: 'dismissed' }]]);
  });

  test('that is done says so', () => {
    show(runIn({ inactive: 'done' }, { run, completedSteps: 2 }));
    expect(status()).toHaveTextContent(/^Path 1: every step led where it should\.$/);
    expect(status().className).toBe('');
    expect(texts('run-next')).toEqual([]);
    expect(enabled()).toEqual(['Dismiss', ...speeds]);
  });

  test('that has failed says at which step and why', () => {
    show(runIn({ inactive: 'failed' }, { run, completedSteps: 1, actualState: 'failed' }));
    expect(status()).toHaveTextContent(
      'Path 1: stopped at step 2, "submitted: by the button": led to "failed", not to "done".',
    );
    expect(status().className).toBe('run-failed');
    expect(texts('run-next')).toEqual([]);
    expect(enabled()).toEqual(['Dismiss', ...speeds]);
  });

  test('of one step, and one without steps', () => {
    show(runIn('performing', { run: runOf(steps.slice(1)) }));
    expect(status()).toHaveTextContent(/^A run: 0 of 1 step$/);
    cleanup();
    show(runIn({ inactive: 'failed' }, { run: runOf([]), error: 'No path leads there.' }));
    expect(status()).toHaveTextContent(/^A run: No path leads there\.$/);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test.each([
    ['contact', 'Path 1: 0 of 2 steps'],
    ['callBack', 'Path 1 of "Contact message": 0 of 2 steps'],
    [null, 'Path 1 of "Contact message": 0 of 2 steps'],
  ])('is named with its flow where another is shown: %s', (flow, text) => {
    show(runIn('performing', { run }), flow);
    expect(status().textContent).toBe(text);
  });

  test('of a flow that is gone has its id', () => {
    show(runIn('performing', { run: { ...run, flow: 'gone' } }));
    expect(status().textContent).toBe('Path 1 of "gone": 0 of 2 steps');
  });

  test.each([
    [[], []],
    [[run], ['1 path follows']],
    [[run, run], ['2 paths follow']],
  ])('says how many follow it', (next, said) => {
    show(runIn({ inactive: 'done' }, { run: { ...run, next }, completedSteps: 2 }));
    expect(texts('run-next')).toEqual(said);
  });

  test('has a speed', () => {
    const send = show(runIn('performing', { run, pace: 'fast' }));
    expect(screen.getByRole('group', { name: 'Speed' })).toHaveTextContent('slownormalfast');
    expect(screen.getAllByRole('button', { pressed: true })).toEqual([button('fast')]);
    fireEvent.click(button('slow'));
    expect(send.mock.calls).toEqual([[{ type: 'paceChosen', pace: 'slow' }]]);
  });

  test('has the failure that it replays, and what it has checked', () => {
    const failure = {
      ...{ flow: 'contact', level: 'machines' as const, path: 'path 1', page: null, steps: [], checks: [] },
      ...{ actual: null, problem: 'It went wrong.', picture: null },
    };
    const results = [[{ check: 'the heading is shown', problem: null }]];
    show(runIn('performing', { run: { ...run, failure }, results }));
    expect(screen.getByRole('region', { name: 'Actual' })).toHaveTextContent('It went wrong.');
    expect(texts('run-checked')).toEqual([
      'What the step checked (1)opened: by click → idle✓ the heading is shown',
    ]);
  });
});

describe('the connection', () => {
  const other = { ...page, id: 'another load', tab: 'another tab', path: '/blog', title: '' };
  const show = (snapshot: ReturnType<typeof linkIn>) => {
    const actions = { send: vi.fn(), onResume: vi.fn() };
    const { rerender } = render(<LinkStatus snapshot={snapshot} {...actions} />);
    const showNow = (next: typeof snapshot) => rerender(<LinkStatus snapshot={next} {...actions} />);
    return { ...actions, showNow };
  };
  const status = () => screen.getAllByRole('status')[0];
  const indicator = () => document.querySelector('.indicator')?.className;

  test.each([
    [linkIn({ disconnected: 'searching' }), 'Looking for a page of the site…', 'off'],
    [linkIn({ disconnected: 'noPage' }), 'No page of the site answers.', 'off'],
    [following(), 'Following Contact Us (/contact)', 'on'],
    [following({ followedPage: other }), 'Following /blog', 'on'],
    [
      linkIn({ following: 'unresponsive' }, { followedPage: page }),
      'Contact Us (/contact) does not answer. It may be frozen, or stopped in a debugger.',
      'lost',
    ],
    [linkIn('closed', { followedPage: page }), 'Contact Us (/contact) was closed.', 'lost'],
    [linkIn('closed'), 'The page was closed.', 'lost'],
  ])('has a status: %#', (snapshot, text, light) => {
    show(snapshot);
    expect(status()?.textContent).toBe(text);
    expect(indicator()).toBe(`indicator indicator-${light}`);
    expect(screen.queryAllByRole('button')).toHaveLength(snapshot.context.pages.length);
  });

  test.each([
    [following(), []],
    [following({ counted: 1, received: 1 }), ['1 microstep, none missing']],
    [following({ counted: 5, received: 7 }), ['5 microsteps, none missing']],
    [following({ counted: 5, received: 3 }), ['5 microsteps, 2 missing']],
    [linkIn('closed', { counted: 5, received: 5 }), []],
  ])('counts the microsteps of the page that is followed: %#', (snapshot, counts) => {
    show(snapshot);
    expect(texts('microstep-count')).toEqual(counts);
    expect(texts('is-short')).toEqual(counts.filter((text) => text.includes('2 missing')));
  });

  const waiting = invokedActor('contact');
  test.each([
    [{ paused: 'contact' }, 'The environment of "Contact message" is paused.'],
    [{ paused: 'gone' }, 'The environment of "gone" is paused.'],
    [{ paused: 'contact', invokedActors: [waiting] }, 'The environment of "Contact message" is paused.'],
    [
      { invokedActors: [invokedActor('callBack', { actor: 'other', state: 'running' }), waiting] },
      '"send" of "Contact message" waits for you.',
    ],
    [{ invokedActors: [invokedActor('gone')] }, '"send" of "gone" waits for you.'],
  ])('says what is paused, and resumes it: %#', (context, text) => {
    const { onResume } = show(following(context));
    expect(texts('pause-status')).toEqual([text]);
    fireEvent.click(button('Resume the environment'));
    expect(onResume).toHaveBeenCalledOnce();
  });

  test('says nothing of a pause where nothing waits', () => {
    const running = [
      invokedActor('contact', { state: 'running' }),
      invokedActor('contact', { state: 'never' }),
    ];
    show(following({ invokedActors: running }));
    expect(texts('pause-status')).toEqual(['']);
    expect(screen.queryByRole('button', { name: 'Resume the environment' })).toBeNull();
  });

  test('moves the focus from a button that is removed to the status, and from nothing else', () => {
    const { showNow } = show(following({ paused: 'contact', pages: [page, other] }));
    const [kept, removed] = screen.getAllByRole('button', { name: /\// });
    act(() => kept?.focus());
    showNow(following({ pages: [page] }));
    expect(removed).not.toBeInTheDocument();
    expect(kept).toHaveFocus();
    showNow(following({ paused: 'contact', pages: [page] }));
    act(() => button('Resume the environment').focus());
    showNow(following({ pages: [page] }));
    expect(status()).toHaveFocus();
  });

  test('lists the pages, of which one is chosen', () => {
    const { send } = show(following({ pages: [page, other] }));
    const group = screen.getByRole('group', { name: 'Pages of the site' });
    expect([...group.children].map(({ textContent }) => textContent)).toEqual([
      'Contact Us (/contact)',
      '/blog',
    ]);
    expect(screen.getAllByRole('button', { pressed: true })).toEqual([group.firstElementChild]);
    fireEvent.click(button('/blog'));
    expect(send.mock.calls).toEqual([[{ type: 'pageChosen', page: 'another load' }]]);
    expect(texts('note')).toEqual([]);
  });

  test('numbers the pages that are open in several tabs, and says so', () => {
    const pages = ['1', '2', '3', '4', '5'].map((id, index) => ({ ...(index % 2 === 0 ? page : other), id }));
    show(following({ pages: [...pages, { ...other, id: '6', path: '/about' }] }));
    const group = screen.getByRole('group', { name: 'Pages of the site' });
    expect([...group.children].map(({ textContent }) => textContent)).toEqual([
      'Contact Us (/contact) – 1',
      '/blog – 1',
      'Contact Us (/contact) – 2',
      '/blog – 2',
      'Contact Us (/contact) – 3',
      '/about',
    ]);
    expect(texts('note')).toEqual([
      'Contact Us (/contact), /blog are open in several tabs: what happens in one does not happen in the others.',
    ]);
  });

  test('says that one page is open in several tabs', () => {
    show(following({ pages: [page, { ...page, id: '2' }, other] }));
    expect(texts('note')).toEqual([
      'Contact Us (/contact) is open in several tabs: what happens in one does not happen in the others.',
    ]);
  });

  test('says that another visualiser is open', () => {
    show(following({ otherVisualisers: ['another'] }));
    expect(texts('note')).toEqual(['Another visualiser is open: both can steer the same page.']);
  });
});
