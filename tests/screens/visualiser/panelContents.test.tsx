import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import { buildModelOf } from '../../../machines/paths/flowModel.ts';
import type { Recording } from '../../../machines/paths/recording.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import type { LogEntry, TimelineRecord } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { type Panel, panels } from '../../../machines/visualiserView/visualiserView.machine.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { coverageItemsOf } from '../../../src/visualiser/coverage.ts';
import { environmentStore } from '../../../src/visualiser/environment/environmentStore.ts';
import { Panels } from '../../../src/visualiser/panels/Panels.tsx';
import { type PanelProps, panelContents } from '../../../src/visualiser/panels/panelContents.tsx';
import { firstSnapshot } from '../../../src/visualiser/runSteps.ts';
import { testRuns } from '../../../src/visualiser/testRuns.ts';
import {
  following,
  invokedActor,
  linkIn,
  page,
  persisted,
  recorderIn,
  runIn,
  sessionOf,
  viewIn,
  visualiserFlows,
} from '../../support/visualiserFixture.ts';

/** The content of each panel as it is connected to the flows of the visualiser. */

const sent = vi.spyOn(connection, 'sendCommand');
beforeEach(() => {
  sent.mockReset();
  // As where no test has run yet.
  testRuns.splice(0);
});
afterEach(cleanup);

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isDisabled = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
const idle = persisted('idle', firstSnapshot(contactFlow)?.context);
const session = sessionOf('contact', idle);

const address = () => ({
  ...{ selected: null, unknown: null, folded: [], level: 'any' as const, areAllFlowsShown: false },
  ...{ select: vi.fn(), fold: vi.fn(), showLevel: vi.fn(), showAllFlows: vi.fn() },
});

async function show(
  panel: Panel | null,
  states: Parameters<typeof visualiserFlows>[0] = {},
  changes: Partial<PanelProps> = {},
) {
  const own = visualiserFlows(states);
  const items = coverageItemsOf('contact', chartOf(contactFlow.machine), undefined);
  const props = {
    ...{ flow: contactFlow, own, address: address(), items, session, path: '/contact', isBusy: false },
    ...{ onNext: vi.fn(), ...changes },
  };
  const Content = panel === null ? Panels : panelContents[panel];
  render(
    <MemoryRouter>
      <Content {...props} />
    </MemoryRouter>,
  );
  await act(async () => {});
  return { ...props, own };
}

describe('the panels', () => {
  test('are named in tabs, of which one is selected', async () => {
    const { own } = await show(null, { view: viewIn({ panel: 'coverage' }) });
    expect(screen.getByRole('tablist', { name: 'What to see and do' })).toBeVisible();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      ...['Events', 'Environment', 'Paths', 'Coverage', 'Recording', 'Log', 'Sequence', 'Changes'],
    ]);
    expect(screen.getByRole('tab', { selected: true })).toBe(tabs[3]);
    expect(
      screen.getByRole('tabpanel', { name: 'Coverage' }).querySelector('.coverage-panel'),
    ).not.toBeNull();
    for (const tab of tabs) fireEvent.click(tab);
    expect(own.view.send.mock.calls).toEqual(panels.map((panel) => [{ type: `panel.${panel}` }]));
  });

  test('explain themselves unless that was hidden', async () => {
    const view = viewIn({ panel: 'log' }, { hiddenHints: ['events', 'sequence'] });
    const { own } = await show(null, { view });
    const isShown = () =>
      screen.getByRole('button', { name: 'About this panel' }).getAttribute('aria-expanded');
    expect(isShown()).toBe('true');
    expect(screen.getByText('What happened: open an entry to see why.')).toBeVisible();
    click('About this panel');
    expect(own.view.send.mock.calls).toEqual([[{ type: 'hintToggled' }]]);
    cleanup();
    await show(null, { view: viewIn({ panel: 'sequence' }, { hiddenHints: ['events', 'sequence'] }) });
    expect(isShown()).toBe('false');
  });
});

test('an event is sent to the session on the followed page', async () => {
  await show('events');
  click('Send changed: no name');
  const event = { ...contactFlow.events.changed?.['no name'], type: 'changed' };
  expect(sent.mock.calls).toEqual([['a load', { type: 'send', session: 'contact:1', event }]]);
  cleanup();
  await show('events', {}, { session: undefined });
  expect(isDisabled('Send changed: no name')).toBe(true);
});

describe('the environment', () => {
  afterEach(() => {
    environmentStore.send({ type: 'reset' });
  });

  test.each([
    ['contact', 'true', null],
    ['callBack', 'false', 'contact'],
    [null, 'false', 'contact'],
  ])('is paused for this flow: paused is %s', async (paused, isPressed, flow) => {
    await show('environment', { link: following({ paused }) });
    const button = screen.getByRole('button', { name: 'Pause the environment' });
    expect(button).toHaveAttribute('aria-pressed', isPressed);
    fireEvent.click(button);
    expect(sent.mock.calls).toEqual([['a load', { type: 'pause', flow }]]);
  });

  test.each([
    [false, 'Xxxxx'],
    [true, 'Kiran'],
  ])(
    'has the invoked actors, whose input is masked unless values are shown: %s',
    async (areValuesShown, name) => {
      const invokedActors = [invokedActor('contact', { input: { values: { name: 'Kiran' } } })];
      await show('environment', {
        link: following({ invokedActors }),
        view: viewIn({}, { areValuesShown }),
      });
      expect(document.querySelector('pre')?.textContent).toContain(`"${name}"`);
    },
  );

  test('is that of no flow that does not run', async () => {
    await show('environment', {}, { session: undefined });
    expect(screen.getByText('The flow does not run on the page that is followed.')).toBeVisible();
  });

  test('of a scenario is set on the page, which is loaded again', async () => {
    environmentStore.send({ type: 'set', settings: { network: 'lost' } });
    environmentStore.send({ type: 'saved', flow: 'contact', name: 'lost' });
    await show('environment');
    click('Replay: lost');
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(sent.mock.calls).toEqual([
      ['a load', { type: 'configure', environment: expect.objectContaining({ isOffline: true }) }],
      ['a load', { type: 'open', path: '/contact', draftsToClear: ['contact'], restart: null }],
    ]);
  });
});

describe('the paths', () => {
  test('are run on the page in the controlled tab', async () => {
    const run = runIn({ inactive: 'idle' }, { pathResults: { 'contact, path 1, 2 steps': null } });
    const { own } = await show('paths', { run });
    await waitFor(() => expect(isDisabled('Run path 1 on the page')).toBe(false));
    click('Run path 1 on the page');
    const [[event] = []] = own.run.send.mock.calls;
    expect(event).toMatchObject({ type: 'started', run: { flow: 'contact', on: 'page', tab: 'a tab' } });
    const names = event?.type === 'started' ? event.run.steps.map(({ name }) => name) : [];
    expect(names[0]).not.toMatch(/^open/);
  });

  test.each([{ isBusy: true }, { path: null }])('are not run on the page: %o', async (changes) => {
    await show('paths', {}, changes);
    await waitFor(() => expect(isDisabled('Run all')).toBe(true));
  });
});

describe('the coverage', () => {
  const next = 'Next uncovered transition';

  test('has its level in the address, and that of all flows is cleared', async () => {
    const { own, address: chosen, onNext } = await show('coverage');
    click('by hand');
    expect(chosen.showLevel).toHaveBeenCalledWith('hand');
    click('Clear what was done by hand');
    expect(own.link.send.mock.calls).toEqual([[{ type: 'coverageCleared' }]]);
    click(next);
    expect(onNext).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'anywhere' })).toHaveAttribute('aria-pressed', 'true');
  });

  test.each([{ isBusy: true }, { path: null }])('leads nowhere: %o', async (changes) => {
    await show('coverage', {}, changes);
    expect(isDisabled(next)).toBe(true);
  });
});

describe('a recording', () => {
  const recording: Recording = {
    ...{ flow: 'contact', path: '/contact', start: null },
    steps: [{ name: 'changed: everything valid', state: 'idle' }],
  };

  test('begins on the followed page', async () => {
    const { own } = await show('recording', { link: following({ followedPage: { ...page, path: '/x' } }) });
    click('Record');
    expect(own.recorder.send.mock.calls).toEqual([
      [{ type: 'recordingStarted', flow: 'contact', path: '/x' }],
    ]);
    cleanup();
    await show('recording', { link: linkIn({ disconnected: 'noPage' }) });
    expect(isDisabled('Record')).toBe(true);
    cleanup();
    await show('recording', {}, { session: undefined });
    expect(isDisabled('Record')).toBe(true);
  });

  test.each([
    ['contact', 'open /contact'],
    ['callBack', 'open /contact'],
  ])('of %s is replayed on the page in the controlled tab', async (flow, opened) => {
    const steps = flow === 'contact' ? recording.steps : [{ name: 'opened: by click', state: 'idle' }];
    const recorder = recorderIn('recorded', { flow, opened: { ...recording, flow, steps } });
    const { own } = await show('recording', { recorder });
    click('Replay on the page');
    const [[event] = []] = own.run.send.mock.calls;
    expect(event).toMatchObject({ type: 'started', run: { title: 'The recording', flow, tab: 'a tab' } });
    expect(event?.type === 'started' && event.run.steps[0]?.name).toBe(opened);
  });

  test('is not replayed during a run', async () => {
    const recorder = recorderIn('recorded', { flow: 'contact', opened: recording });
    await show('recording', { recorder }, { isBusy: true });
    expect(isDisabled('Replay on the page')).toBe(true);
  });
});

describe('the log', () => {
  const entry: LogEntry = {
    ...{ number: 2, at: 900, session: 'contact:1', flow: 'callBack', event: { type: 'opened' } },
    ...{ transitions: [], guardResults: [], failedGuards: [], microsteps: 1, before: null, failure: null },
    snapshot: persisted('idle', firstSnapshot(contactFlow)?.context),
  };
  const timelineWith = (event: LogEntry): TimelineRecord[] => [
    { kind: 'pageLoaded', number: 1, at: 0, page: { ...page, path: '/about' } },
    { kind: 'event', number: 2, at: 900, page, entry: event },
  ];

  test('shows, pins and clears entries', async () => {
    const { own } = await show('log', { link: following({ timeline: timelineWith(entry), shownEntry: 2 }) });
    for (const name of ['First entry', 'Pin this entry', 'Clear the log']) click(name);
    expect(own.link.send.mock.calls).toEqual([
      [{ type: 'entryShown', number: 1 }],
      [{ type: 'pinToggled' }],
      [{ type: 'logCleared' }],
    ]);
  });

  const { snapshot } = entry;
  test('loads the page with the flow in the state after an event', async () => {
    await show('log', { link: following({ timeline: timelineWith(entry), shownEntry: 2 }) });
    click('Restart from here');
    const restart = { flow: 'callBack', snapshot };
    expect(sent.mock.calls).toEqual([
      ['a load', { type: 'open', path: '/contact', draftsToClear: ['callBack'], restart }],
    ]);
  });

  test('pauses the environment first where an actor is under way', async () => {
    const underWay = { ...entry, snapshot: { ...snapshot, children: { send: {} } } };
    await show('log', { link: following({ timeline: timelineWith(underWay), shownEntry: 2 }) });
    click('Pause the environment and restart from here');
    expect(sent.mock.calls.map(([, command]) => command)).toMatchObject([
      { type: 'pause', flow: 'callBack' },
      { type: 'open', restart: { flow: 'callBack' } },
    ]);
  });

  test('loads the page of a load again', async () => {
    await show('log', { link: following({ timeline: timelineWith(entry), shownEntry: 1 }) });
    click('Load /about again');
    expect(sent.mock.calls).toEqual([
      ['a load', { type: 'open', path: '/about', draftsToClear: ['contact'], restart: null }],
    ]);
  });

  test.each([
    [false, 'Xxxxx'],
    [true, 'Kiran'],
  ])('masks what was typed unless values are shown: %s', async (areValuesShown, name) => {
    const typed: LogEntry = {
      ...entry,
      flow: 'contact',
      event: { type: 'changed', values: { name: 'Kiran' } },
    };
    await show('log', {
      link: following({ timeline: timelineWith(typed), shownEntry: 2 }),
      view: viewIn({}, { areValuesShown }),
    });
    expect(document.body.textContent).toContain(name);
    expect(document.body.textContent?.includes('Kiran')).toBe(areValuesShown);
  });
});

test('the sequence is of one flow or of all', async () => {
  const { address: chosen } = await show('sequence');
  const choice = screen.getAllByRole('button', { pressed: false })[0];
  if (!choice) throw new Error('There is no choice.');
  fireEvent.click(choice);
  expect(chosen.showAllFlows).toHaveBeenCalledExactlyOnceWith(true);
});

test('the changes are those since the file of another build', async () => {
  const build = buildModelOf('another build', [scholarshipTermsFlow], [], []);
  const { own } = await show('changes');
  const field = screen.getByLabelText('Compare with the file of another build');
  fireEvent.change(field, { target: { files: [new File([JSON.stringify(build)], 'build.json')] } });
  await waitFor(() => expect(own.comparison.send).toHaveBeenCalledOnce());
  expect(own.comparison.send.mock.calls).toMatchObject([
    [{ type: 'buildOpened', build: { build: 'another build' } }],
  ]);
});
