import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { PathFailure } from '../../../machines/paths/pathFailure.ts';
import type { Recording } from '../../../machines/paths/recording.ts';
import type { PageInfo, Session } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import * as downloads from '../../../src/browser/downloadAndClipboard.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import * as flowView from '../../../src/visualiser/FlowView.tsx';
import { failureLink } from '../../../src/visualiser/failureLinks.ts';
import { recordingUrl } from '../../../src/visualiser/recordings.ts';
import { firstSnapshot } from '../../../src/visualiser/runSteps.ts';
import { Visualiser } from '../../../src/visualiser/Visualiser.tsx';
import { settle } from '../../drivers/dom/settle.ts';
import { SynchronousBroadcastChannel } from '../../drivers/dom/synchronousBroadcastChannel.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';
import { persisted, sessionOf } from '../../support/visualiserFixture.ts';

/** The visualiser as a whole: its addresses, its links, and what it does with what a page reports. */

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function show(path: string) {
  const page = renderOnPage(<Visualiser />, path);
  await settle();
  return page;
}

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => act(async () => fireEvent.click(button(name)));
const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

let loads = 0;
const newPage = (tab: string): PageInfo => ({
  id: `load ${++loads}`,
  tab,
  path: '/contact',
  title: 'Contact Us',
});
const idle = persisted('idle', firstSnapshot(contactFlow)?.context);
const contact = sessionOf('contact', idle);

const post = (message: object) =>
  act(async () => {
    const channel = new SynchronousBroadcastChannel('visualiser');
    channel.postMessage({ invokedActors: [], paused: null, microsteps: 0, ...message });
    channel.close();
  });
const present = (page: PageInfo, sessions: Session[], more: object = {}) =>
  post({ type: 'present', page, sessions, ...more });
const observed = (page: PageInfo, session: Session, type = 'submitted') => {
  const { failure, flow, session: id, snapshot } = session;
  const entry = { order: 1, at: 5, session: id, flow, event: { type }, snapshot, failure };
  return post({
    ...{ type: 'observed', page, calls: [], endedSessions: [] },
    entries: [{ ...entry, transitions: [], microsteps: 1 }],
  });
};

describe('an address', () => {
  test('has the list of flows, with links to the pages of the visualiser', async () => {
    const { container, path, go } = await show('/visualiser');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Flows');
    const navigation = screen.getByRole('navigation', { name: 'Visualiser' });
    const links = [...navigation.children].map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ]);
    expect(links).toEqual([
      ['Flows', '/visualiser', 'page'],
      ['Messages', '/visualiser/messages', null],
    ]);
    expect(screen.getByRole('link', { name: 'State visualiser' })).toHaveAttribute('href', '/visualiser');
    expect(alerts()).toEqual([]);
    const states = [...container.querySelectorAll('[data-flow]')].map((each) =>
      each.getAttribute('data-flow'),
    );
    expect(states).toEqual(['visualiserLink', 'visualiserRun', 'visualiserRecorder']);
    await go('/visualiser/contact');
    expect(path()).toBe('/visualiser/contact');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contact message');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Flows' })).not.toHaveAttribute('aria-current');
    await go('/visualiser/messages');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Messages');
  });

  test.each([
    ['/visualiser/gone', 'There is no flow "gone".'],
    ['/visualiser/contact/gone', 'There is no page "/visualiser/contact/gone".'],
  ])('that leads nowhere says so above the list of flows: %s', async (path, sentence) => {
    await show(path);
    expect(alerts()).toEqual([sentence]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Flows');
  });

  test.each([
    [
      '#recording=1.cut',
      'The link holds no recording that can be read. It may have been cut off: ask for the file.',
    ],
    [
      '#scenario=1.cut',
      'The link holds no scenario that can be read. It may have been cut off: ask for the file.',
    ],
    [
      '#failure=1.cut',
      'The link holds no failure that can be read. It may have been cut off: run the tests again.',
    ],
  ])('with data that cannot be read says so: %s', async (hash, sentence) => {
    await show(`/visualiser${hash}`);
    await waitFor(() => expect(alerts()).toEqual([sentence]));
  });

  test.each([
    ['', 'Phone'],
    ['?preview=tab', 'Another tab'],
    ['?preview=gone', 'Phone'],
  ])('has the preview in a frame, or in another tab: "%s"', async (search, size) => {
    await show(`/visualiser/contact${search}`);
    expect(button(size)).toHaveAttribute('aria-pressed', 'true');
  });
});

const recording: Recording = {
  ...{ flow: 'contact', path: '/contact', start: null },
  steps: [{ name: 'changed: everything valid', state: 'idle' }],
};
const failure: PathFailure = {
  ...{ flow: 'contact', level: 'screens', path: 'path 2, 5 steps', page: '/contact' },
  steps: [{ name: 'changed: everything valid', state: 'idle' }],
  ...{ checks: [], actual: 'invalid', problem: 'It went wrong.', picture: null },
};
const hidePanels = () =>
  localStorage.setItem(
    'visualiser-view',
    JSON.stringify({ arePanelsShown: false, isPageShown: true, sideWidth: 22, pageHeight: 55 }),
  );

describe.each([
  ['put away', hidePanels],
  ['shown', () => {}],
])('where the panels were %s', (_, arrange) => {
  test('the link of a recording opens it', async () => {
    arrange();
    await show(await recordingUrl(recording, ''));
    await waitFor(() => expect(selectedTab()).toBe('Recording'));
    expect(button('Panels')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('1 step on /contact')).toBeVisible();
    expect(alerts()).toEqual([]);
  });

  test('the link of a failure replays it in the frame', async () => {
    arrange();
    await show(await failureLink(failure));
    await waitFor(() => expect(selectedTab()).toBe('Paths'));
    expect(button('Panels')).toHaveAttribute('aria-pressed', 'true');
    const run = screen.getByRole('region', { name: 'Run' });
    expect(run).toHaveTextContent('The failure of path 2, 5 steps, on the React screen: 0 of 2 steps');
    expect(alerts()).toEqual([]);
  });
});

test('the link of a failure that cannot be replayed says why, and replays nothing', async () => {
  await show(await failureLink({ ...failure, steps: [{ name: 'changed: by magic', state: 'idle' }] }));
  await waitFor(() =>
    expect(alerts()).toEqual(['The flow has no case "changed: by magic" any more: record it again.']),
  );
  expect(selectedTab()).toBe('Events');
  expect(screen.queryByRole('region', { name: 'Run' })).toBeNull();
});

test('the arrangement and the coverage by hand are saved in the browser', async () => {
  await show('/visualiser/contact');
  await click('Panels');
  expect(JSON.parse(localStorage.getItem('visualiser-view') ?? '')).toMatchObject({ arePanelsShown: false });
  const page = newPage('saved');
  await present(page, [contact]);
  await observed(page, contact);
  expect(localStorage.getItem('visualiser-coverage')).toContain('"contact"');
});

test('a pause of the environment can be ended anywhere', async () => {
  await show('/visualiser');
  const page = newPage('paused');
  await present(page, [contact], { paused: 'contact' });
  const sent = vi.spyOn(connection, 'sendCommand');
  await click('Resume the environment');
  expect(sent.mock.calls).toEqual([[page.id, { type: 'pause', flow: null }]]);
});

test('the list of flows says what broke on the page, also after it was closed', async () => {
  await show('/visualiser');
  const page = newPage('broken');
  const broken = { ...contact, failure: { message: 'It broke.', event: 'submitted', state: 'idle' } };
  const said = () => [...document.querySelectorAll('.broken')].map(({ textContent }) => textContent);
  await present(page, [contact]);
  expect(said()).toEqual([]);
  await observed(page, broken);
  expect(said()).toEqual(['Broken: submitted in idle threw the error “It broke.”.']);
  await post({ type: 'goodbye', page: page.id });
  expect(said()).toHaveLength(1);
  const next = { ...page, id: 'after the reload' };
  await present(next, [contact]);
  expect(said()).toEqual([]);
});

describe('a flow that is recorded', () => {
  const status = () => document.querySelector('.recording-panel')?.textContent;
  const begin = async (tab: string) => {
    await show('/visualiser/contact');
    const page = newPage(tab);
    await present(page, [contact]);
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Recording' })));
    await click('Record');
    expect(status()).toBe('Recording: 0 stepsStop');
    return page;
  };

  test('has its transitions on the followed page, and no others', async () => {
    const page = await begin('recorded');
    await observed(page, contact);
    expect(status()).toBe('Recording: 1 stepStop');
    await observed(page, sessionOf('scholarshipTerms', persisted('hidden')));
    await present({ ...page, id: 'another', tab: 'another' }, [contact]);
    await observed({ ...page, id: 'another', tab: 'another' }, contact);
    await present(page, [contact]);
    expect(status()).toBe('Recording: 1 stepStop');
    await observed(page, contact);
    expect(status()).toBe('Recording: 2 stepsStop');
  });

  test('ends where the flow starts again', async () => {
    const page = await begin('started again');
    await observed(page, contact);
    await observed(page, { ...contact, session: 'contact:2' });
    expect(status()).toContain('1 step on /contact');
  });

  test('ends where its page is loaded again', async () => {
    const page = await begin('loaded again');
    await observed(page, contact);
    await present({ ...page, id: `${page.id} again` }, [contact]);
    expect(status()).toContain('1 step on /contact');
  });

  test('is saved as a file where the visualiser fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const download = vi.spyOn(downloads, 'downloadFile').mockReturnValue(undefined);
    const page = await begin('failing');
    const broken = vi.spyOn(flowView, 'FlowView').mockImplementation(() => {
      throw new Error('It broke.');
    });
    await observed(page, contact);
    expect(alerts()).toEqual(['This part of the visualiser cannot be shown: It broke.']);
    await click('Save the recording as a file');
    const [[name, content] = []] = download.mock.calls;
    expect(name).toBe('contact-recorded.json');
    expect(JSON.parse((await content?.text()) ?? '')).toMatchObject({
      ...{ flow: 'contact', path: '/contact' },
      steps: [{ name: 'submitted: by the button', state: 'idle' }],
    });
    broken.mockRestore();
    await click('Show it again');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contact message');
  });
});

test('a visualiser that fails without a recording has none to save, and shows another page', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.spyOn(flowView, 'FlowView').mockImplementation(() => {
    throw new Error('It broke.');
  });
  const { go } = await show('/visualiser/contact');
  expect(alerts()).toEqual(['This part of the visualiser cannot be shown: It broke.']);
  expect(screen.queryByRole('button', { name: 'Save the recording as a file' })).toBeNull();
  await go('/visualiser');
  expect(alerts()).toEqual([]);
});
