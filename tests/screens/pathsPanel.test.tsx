import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromPromise, type InputFrom } from 'xstate';
import { callBackFlow } from '../../machines/callBack/callBack.flow.ts';
import type { PathFailure } from '../../machines/paths/index.ts';
import {
  type visualiserRunActors,
  visualiserRunMachine,
} from '../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Run, StepResult } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { useFlow } from '../../src/flows/useFlow.ts';
import * as failures from '../../src/visualiser/failures.ts';
import { PathsPanel } from '../../src/visualiser/panels/PathsPanel.tsx';
import * as planner from '../../src/visualiser/planner/client.ts';
import { startPromise } from '../../src/visualiser/promiseActors.ts';
import { firstSnapshot, restartStep } from '../../src/visualiser/runSteps.ts';
import { useNextRun } from '../../src/visualiser/useNextRun.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { persisted, runStep } from '../support/visualiserFixture.ts';

/** What the Paths panel starts, and what it says of each path: in the last tests, and on the page. */

type StepInput = InputFrom<typeof visualiserRunActors.performStep>;

const performed: { path: string; step: string; pausedBefore: string | null | undefined }[] = [];
const stops = new Set<string>();
const started = vi.fn<(run: Run) => void>();

const runFlow = {
  id: 'visualiserRun',
  machine: visualiserRunMachine.provide({
    actors: {
      performStep: fromPromise<StepResult, StepInput>(async ({ input }) => {
        const { run, step } = input;
        if (!run || !step) throw new Error('There is no step.');
        const path = run.path?.replace(/,.*/, '') ?? '';
        performed.push({ path, step: step.name, pausedBefore: run.pausedBefore });
        if (stops.has(path)) throw new Error('The page does not answer.');
        return { state: step.state, results: [], focused: '' };
      }),
    },
  }),
};

function Panel() {
  const run = useFlow(runFlow);
  const start = (next: Run) => {
    started(next);
    run.send({ type: 'started', run: { pausedBefore: 'contact', ...next } });
  };
  useNextRun({ run }, start);
  return (
    <>
      <PathsPanel
        flow={callBackFlow}
        persistedSnapshot={null}
        path="/"
        tab="a tab"
        isBusy={run.snapshot.hasTag('busy')}
        results={run.snapshot.context.pathResults}
        start={start}
      />
      <button type="button" onClick={() => run.send({ type: 'pauseRequested' })}>
        Pause
      </button>
      <button type="button" onClick={() => run.send({ type: 'dismissed' })}>
        Dismiss
      </button>
      <output>{JSON.stringify(run.snapshot.value)}</output>
    </>
  );
}

const itemOf = (path: number) => screen.getByLabelText(`Steps of path ${path}`).closest('li');

beforeEach(() => {
  performed.length = 0;
  stops.clear();
  started.mockClear();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('Run all runs every path from a page that is loaded, also after one that stops, and each has its result', async () => {
  stops.add('path 1');
  render(<Panel />);
  fireEvent.click(await screen.findByRole('button', { name: 'Run all' }));
  await screen.findByText(/^Run on the page: 2 of 2, 1 stopped$/);
  expect(itemOf(1)?.textContent).toContain('page ✗ stopped at step 1, "open /": The page does not answer.');
  expect(itemOf(2)?.textContent).toContain('page ✓ passed');
  const second = performed.filter(({ path }) => path === 'path 2');
  expect(performed[0]).toMatchObject({ path: 'path 1', step: 'open /' });
  expect(performed).toHaveLength(1 + second.length);
  expect([second.length, second[0]?.step]).toEqual([6, 'open /']);
  expect(new Set(performed.map(({ pausedBefore }) => pausedBefore))).toEqual(new Set(['contact']));

  stops.clear();
  fireEvent.click(screen.getByRole('button', { name: 'Run path 1 on the page' }));
  await screen.findByText(/^Run on the page: 2 of 2, none stopped$/);
});

test('a run of all paths that is dismissed runs no further path', async () => {
  render(<Panel />);
  fireEvent.click(await screen.findByRole('button', { name: 'Run all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await screen.findByText('"paused"');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await screen.findByText('{"inactive":"idle"}');
  expect(nonEmpty(performed).some(({ path }) => path === 'path 2')).toBe(false);
  expect(screen.queryByText(/^Run on the page/)).toBeNull();
});

const failure: PathFailure = {
  flow: 'callBack',
  level: 'browser',
  path: 'path 2, 5 steps',
  page: '/',
  steps: [{ name: 'opened: by click', state: 'open' }],
  checks: [],
  actual: 'closed',
  problem: 'expected "closed" to be "open"',
  picture: `data:image/png;base64,${'A'.repeat(20_000)}`,
};

test('a path has its last result at each level, and a failed one is replayed with its picture', async () => {
  const lastResults = vi.spyOn(failures, 'lastResults');
  lastResults.mockImplementation((_, path) => [
    { level: 'machines', result: null },
    { level: 'screens', result: 'passed' },
    { level: 'browser', result: path === failure.path ? 'failed' : 'passed' },
  ]);
  const saved = vi.spyOn(failures, 'savedFailure').mockResolvedValue(failure);
  render(<Panel />);
  await screen.findByRole('button', { name: 'Run all' });
  expect(itemOf(2)?.querySelector('.path-results')?.textContent).toBe(
    'machines –screens ✓ passedbrowser ✗ failedReplay',
  );
  expect(screen.getAllByRole('button', { name: /^Replay/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Replay the failure of path 2, 5 steps, browser' }));
  await waitFor(() => expect(started).toHaveBeenCalledOnce());
  expect(saved).toHaveBeenCalledWith({ flow: 'callBack', level: 'browser', path: 'path 2, 5 steps' });
  expect(started.mock.lastCall?.[0]).toMatchObject({ flow: 'callBack', on: 'page', tab: 'a tab', failure });
});

test('a saved failure that cannot be replayed says why in a sentence, until one is replayed', async () => {
  vi.spyOn(failures, 'lastResults').mockImplementation((_, path) =>
    path === failure.path ? [{ level: 'browser', result: 'failed' }] : [],
  );
  const gone = { ...failure, steps: [{ name: 'opened: by magic', state: 'open' }] };
  const saved = vi.spyOn(failures, 'savedFailure');
  render(<Panel />);
  const replay = await screen.findByRole('button', { name: /^Replay the failure of path 2/ });
  saved.mockResolvedValueOnce(gone);
  fireEvent.click(replay);
  const sentence = await screen.findByText(
    'The flow has no case "opened: by magic" any more: record it again.',
  );
  expect(itemOf(2)?.contains(sentence)).toBe(true);
  expect(sentence.getAttribute('role')).toBe('alert');
  saved.mockRejectedValueOnce(new Error('Failed to fetch'));
  fireEvent.click(replay);
  await screen.findByText('The file of this failure cannot be read.');
  expect(started).not.toHaveBeenCalled();
  saved.mockResolvedValueOnce(failure);
  fireEvent.click(replay);
  await waitFor(() => expect(started).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the results of the last tests are told apart by flow, path and level', () => {
  const results = { 'path 1, 2 steps': 'passed', 'path 2, 5 steps': 'failed' } as const;
  const saved = [
    { flow: 'contact', level: 'browser', results: { 'path 2, 5 steps': 'passed' } },
    { flow: 'callBack', level: 'browser', results },
  ] as const;
  expect(failures.lastResults('callBack', 'path 2, 5 steps', saved)).toEqual([
    { level: 'machines', result: null },
    { level: 'screens', result: null },
    { level: 'browser', result: 'failed' },
  ]);
});

test('the file of a failed path is replayed with its picture, however long; any other file is refused in a sentence', async () => {
  render(<Panel />);
  const field = await screen.findByLabelText<HTMLInputElement>('Open the file of a failed path');
  const open = (text: string) =>
    fireEvent.change(field, { target: { files: [new File([text], 'failure.json')] } });
  for (const [text, sentence] of [
    ['no JSON', 'This file holds no failed path of "Call-back".'],
    [JSON.stringify({ ...failure, flow: 'contact' }), 'This file holds no failed path of "Call-back".'],
    [
      JSON.stringify({ ...failure, steps: [{ name: 'opened: by magic', state: 'open' }] }),
      'The flow has no case "opened: by magic" any more: record it again.',
    ],
  ] as const) {
    open(text);
    await waitFor(() => expect(field.validationMessage).toBe(sentence));
  }
  expect(started).not.toHaveBeenCalled();
  open(JSON.stringify(failure));
  await waitFor(() => expect(started).toHaveBeenCalledOnce());
  expect(started.mock.lastCall?.[0].failure?.picture).toHaveLength(failure.picture?.length ?? 0);
});

describe('the panel of two paths', () => {
  const opened = runStep('opened: by click', 'idle');
  const closed = runStep('closed: by click', 'closed');
  const plan = { paths: [[opened], [opened, closed]] };
  const first = firstSnapshot(callBackFlow);

  const show = async (
    props: Partial<Parameters<typeof PathsPanel>[0]> = {},
    planned: planner.Plan = plan,
  ) => {
    vi.spyOn(planner, 'plannedPathsOf').mockReturnValue(startPromise(async () => planned));
    const shown = {
      flow: callBackFlow,
      persistedSnapshot: first,
      path: '/shipping',
      tab: 'a tab',
      results: {},
    };
    render(<PathsPanel {...shown} isBusy={false} start={started} {...props} />);
    await act(async () => {});
  };
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const disabled = () =>
    screen
      .getAllByRole('button')
      .filter((button) => button.getAttribute('aria-disabled') === 'true')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);

  test('lists the steps of each, with its name and number', async () => {
    vi.spyOn(failures, 'lastResults').mockReturnValue([]);
    await show();
    const titles = [...document.querySelectorAll('.path-title')].map(({ textContent }) => textContent);
    expect(titles).toEqual(['Path 1 1 step to idle', 'Path 2 2 steps to closed']);
    expect(
      [...(itemOf(2)?.querySelectorAll('.steps li') ?? [])].map(({ textContent }) => textContent),
    ).toEqual(['opened: by click → idle', 'closed: by click → closed']);
    expect(disabled()).toEqual([]);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByLabelText('Open the file of a failed path')).toBeEnabled();
  });

  test.each([
    ['the page is in the initial state', first, []],
    [
      'somebody has done something',
      persisted('closed', { ...first?.context, alert: 'Oh' }),
      ['open /shipping'],
    ],
    ['it is in another state', first && { ...first, value: 'idle' }, ['open /shipping']],
    ['the machine has stopped', first && { ...first, status: 'error' as const }, ['open /shipping']],
    ['the flow does not run', null, ['open /shipping']],
  ])('runs one on the page, which is loaded first unless %s: %#', async (_, persistedSnapshot, opening) => {
    await show({ persistedSnapshot });
    click('Run path 2 on the page');
    const [[run] = []] = started.mock.calls;
    expect(run).toMatchObject({
      ...{ title: 'Path 2 on the page', flow: 'callBack', on: 'page', tab: 'a tab', path: 'path 2, 2 steps' },
    });
    expect(run?.steps.map(({ name }) => name)).toEqual([...opening, 'opened: by click', 'closed: by click']);
  });

  test('animates one on the chart, without a page', async () => {
    await show({ persistedSnapshot: null });
    click('Animate path 1 on the chart');
    expect(started.mock.calls).toEqual([
      [
        {
          ...{ title: 'Path 1 on the chart', flow: 'callBack', on: 'chart', tab: 'a tab' },
          ...{ path: 'path 1, 1 steps', steps: [opened] },
        },
      ],
    ]);
  });

  test('runs all on the page, each from a page that is loaded', async () => {
    await show();
    click('Run all');
    const restart = restartStep(callBackFlow, '/shipping');
    const common = { flow: 'callBack', on: 'page', tab: 'a tab' };
    expect(started.mock.calls).toEqual([
      [
        {
          ...{ ...common, title: 'Path 1 on the page', path: 'path 1, 1 steps', steps: [restart, opened] },
          next: [
            {
              ...{ ...common, title: 'Path 2 on the page', path: 'path 2, 2 steps' },
              steps: [restart, opened, closed],
            },
          ],
        },
      ],
    ]);
  });

  test('starts nothing during a run', async () => {
    await show({ isBusy: true });
    expect(disabled()).toEqual([
      'Run all',
      'Animate path 1 on the chart',
      'Run path 1 on the page',
      'Animate path 2 on the chart',
      'Run path 2 on the page',
    ]);
    expect(screen.getByLabelText('Open the file of a failed path')).toBeDisabled();
  });

  test('of a flow without a page runs none there', async () => {
    await show({ path: null });
    expect(disabled()).toEqual(['Run all', 'Run path 1 on the page', 'Run path 2 on the page']);
  });

  test('says how many of them have run on the page, and how many stopped', async () => {
    await show({ results: { 'callBack, path 2, 2 steps': null, 'contact, path 1, 1 steps': 'It stopped.' } });
    expect(screen.getByRole('status').textContent).toBe('Run on the page: 1 of 2, none stopped');
    expect([...document.querySelectorAll('.path-results')].map(({ textContent }) => textContent)).toEqual([
      'machines –screens –browser –',
      'machines –screens –browser –page ✓ passed',
    ]);
    expect(document.querySelector('.run-failed')).toBeNull();
  });

  test('marks what has failed and stopped', async () => {
    vi.spyOn(failures, 'lastResults').mockReturnValue([
      { level: 'machines', result: 'failed' },
      { level: 'screens', result: 'passed' },
    ]);
    await show({ results: { 'callBack, path 1, 1 steps': 'It stopped.' } }, { paths: [[opened]] });
    expect(screen.getByRole('status').textContent).toBe('Run on the page: 1 of 1, 1 stopped');
    expect([...document.querySelectorAll('.run-failed')].map(({ textContent }) => textContent)).toEqual([
      'machines ✗ failedReplay',
      'page ✗ It stopped.',
    ]);
  });

  test('replays no failure during a run', async () => {
    vi.spyOn(failures, 'lastResults').mockReturnValue([{ level: 'machines', result: 'failed' }]);
    await show({ isBusy: true }, { paths: [[opened]] });
    expect(disabled()).toContain('Replay the failure of path 1, 1 steps, machines');
  });

  test('says that they are worked out, or why they cannot be', async () => {
    vi.spyOn(planner, 'plannedPathsOf').mockReturnValue(startPromise(() => new Promise(() => {})));
    const shown = { flow: callBackFlow, persistedSnapshot: first, path: '/', tab: 'a tab', results: {} };
    const { container } = render(<PathsPanel {...shown} isBusy={false} start={started} />);
    expect(container).toHaveTextContent(/^Working out the paths…$/);
    cleanup();
    await show({}, { problem: 'The planner was not loaded.' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^The paths could not be worked out\. The planner was not loaded\.$/,
    );
  });
});
