import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toPromise } from 'xstate';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { useSubscription } from '../../../src/browser/subscription.ts';
import { useFlow } from '../../../src/flows/useFlow.ts';
import { readFromVisualiser } from '../../../src/visualiser/channel/protocol.ts';
import type { FromPage, PageCommand } from '../../../src/visualiser/channel/types.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { browserSettings, type Scenario } from '../../../src/visualiser/environment/environment.types.ts';
import { environmentStore } from '../../../src/visualiser/environment/environmentStore.ts';
import { exportOf, scenarioIn } from '../../../src/visualiser/environment/scenarioLinks.ts';
import { scenarioFromFragment, scenarioUrl } from '../../../src/visualiser/environment/scenarios.ts';
import { replayScenario, useEnvironment } from '../../../src/visualiser/environment/useEnvironment.ts';
import { comparison } from '../../../src/visualiser/flows/comparison.ts';
import { link } from '../../../src/visualiser/flows/link.ts';
import { recorder } from '../../../src/visualiser/flows/recorder.ts';
import { run } from '../../../src/visualiser/flows/run.ts';
import { view, viewSnapshot } from '../../../src/visualiser/flows/view.ts';
import { SynchronousBroadcastChannel } from '../../drivers/dom/synchronousBroadcastChannel.ts';
import { eventually } from '../../support/eventually.ts';

/** The environment that a tester sets, on its way to the page. */

let page: SynchronousBroadcastChannel;
let commands: [string, PageCommand][];

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  page = new SynchronousBroadcastChannel('visualiser');
  commands = [];
  page.onmessage = ({ data }) => {
    const message = readFromVisualiser(data);
    if (message?.type === 'command') commands.push([message.page, message.command]);
  };
});
afterEach(() => {
  cleanup();
  page.close();
  vi.unstubAllGlobals();
  act(() => environmentStore.send({ type: 'reset' }));
  localStorage.clear();
});

const LINK_INPUT = { coverage: {} };

function useOwn() {
  const own = {
    ...{
      link: useFlow(link, LINK_INPUT),
      run: useFlow(run),
      view: useFlow(view, undefined, viewSnapshot('phone')),
    },
    ...{ recorder: useFlow(recorder), comparison: useFlow(comparison) },
  };
  useSubscription(connection.listen, own.link.send);
  useEnvironment(own);
  return own;
}

/** Opens the visualiser at an address. */
const openVisualiser = (address = '/visualiser/contact') =>
  renderHook(useOwn, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  }).result;

/** Waits until what is expected of the visualiser is so. */
const until = (expectation: () => void) => act(() => eventually(expectation, 5));

const info = (number: number) => ({
  ...{ id: `load-${number}`, tab: `tab-${number}` },
  path: '/',
  title: 'Home',
});
const environment = { invokedActors: [], paused: null, microsteps: 0 };
const post = (message: FromPage) => act(async () => page.postMessage(message));
const present = (number: number, answersLeft: number[] = []) =>
  post({ type: 'present', page: info(number), sessions: [], ...environment, answersLeft });

const configured = (change: object) => ({
  type: 'configure',
  environment: {
    ...{ isOffline: false, answers: [], locale: null, colorScheme: null, reducedMotion: null },
    ...change,
  },
});

const set = (settings: object) => act(async () => environmentStore.send({ type: 'set', settings }));

const answer = { actor: 'send', status: 503, body: '{"message":"No."}', delay: 5, times: 2 };
const given = (times: number) => ({
  ...{ flow: 'contact', actor: 'send', outcome: { kind: 'error', message: 'No.' }, delay: 5, times },
});
const scenario: Scenario = {
  ...{ name: 'bad day', flow: 'contact' },
  settings: { ...browserSettings, locale: 'fr', answers: [answer] },
};

// The first test: the store counts what was ever set.
test('a page is left as it is until something is set', async () => {
  openVisualiser();
  await present(1);
  await present(2);
  await set({ locale: 'hi-IN' });
  await until(() => expect(commands).toEqual([['load-1', configured({ locale: 'hi-IN' })]]));
});

describe('what is set', () => {
  test('is sent to a page that is followed later, with the answers that are left', async () => {
    const own = openVisualiser();
    await present(1);
    await present(2);
    await act(async () => environmentStore.send({ type: 'answerAdded', flow: 'contact', answer }));
    await until(() => expect(commands.at(-1)).toEqual(['load-1', configured({ answers: [given(2)] })]));
    await present(1, [1]);
    await act(async () => own.current.link.send({ type: 'pageChosen', page: 'load-2' }));
    await until(() => expect(commands.at(-1)).toEqual(['load-2', configured({ answers: [given(1)] })]));
  });

  test('is for every flow of the site', async () => {
    openVisualiser();
    await present(1);
    await set({ network: 'slow' });
    const flows = () => {
      const [, command] = commands.at(-1) ?? [];
      const answers = command?.type === 'configure' ? command.environment.answers : [];
      return answers.map(({ flow }) => flow);
    };
    await until(() => expect(flows()).toContain('contact'));
    expect(flows()).toContain('registration');
    expect(flows()).not.toContain('visualiserRun');
  });

  test('is used up as the followed page reports, and no other', async () => {
    openVisualiser();
    await present(1);
    await present(2);
    await act(async () => environmentStore.send({ type: 'answerAdded', flow: 'contact', answer }));
    const left = () => environmentStore.getSnapshot().context.left;
    await present(2, [0]);
    await post({ type: 'present', page: info(1), sessions: [], ...environment });
    await post({ type: 'goodbye', page: 'load-2' });
    expect(left()).toEqual([2]);
    await post({
      ...{ type: 'observed', page: info(1), entries: [], calls: [], endedSessions: [] },
      ...{ ...environment, answersLeft: [1] },
    });
    expect(left()).toEqual([1]);
    await present(1, [0]);
    expect(left()).toEqual([0]);
  });
});

describe('a scenario', () => {
  test.each([true, false])(
    'of a link is set, and its panel shown, where panels are shown: %o',
    async (areShown) => {
      const kept = { arePanelsShown: areShown, isPageShown: true, sideWidth: 22, pageHeight: 55 };
      localStorage.setItem('visualiser-view', JSON.stringify(kept));
      const url = await scenarioUrl(scenario, '');
      const own = openVisualiser(url);
      expect(own.current.view.snapshot.context.arePanelsShown).toBe(areShown);
      await until(() => expect(own.current.view.snapshot.matches({ panel: 'environment' })).toBe(true));
      expect(environmentStore.getSnapshot().context).toMatchObject({
        flow: 'contact',
        settings: scenario.settings,
      });
      expect(own.current.view.snapshot.context.arePanelsShown).toBe(true);
    },
  );

  test('is nothing where the link has none', async () => {
    const own = openVisualiser('/visualiser/contact#recording=1');
    await act(() => scenarioFromFragment('#recording=1'));
    expect(environmentStore.getSnapshot().context.settings).toBe(browserSettings);
    expect(own.current.view.snapshot.matches({ panel: 'environment' })).toBe(false);
  });

  test.each<[Pick<Flow, 'page'>, string]>([
    [{ page: '/contact' }, '/contact'],
    [{ page: null }, '/'],
  ])('is replayed on a new page of its flow: %o', async (change, path) => {
    const own = openVisualiser();
    await present(1);
    await act(() => replayScenario(own.current, { ...contactFlow, ...change }, scenario));
    const expected = configured({ locale: 'fr', answers: [given(2)] });
    expect(commands.filter(([, { type }]) => type === 'open')).toEqual([
      ['load-1', { type: 'open', path, draftsToClear: ['contact'], restart: null }],
    ]);
    expect(commands.filter(([, { type }]) => type === 'configure')).toContainEqual(['load-1', expected]);
  });

  test('is exported once, as a link and as code', async () => {
    const exported = exportOf(contactFlow, scenario);
    expect(exportOf(contactFlow, scenario)).toBe(exported);
    const { url, code } = await toPromise(exported);
    expect(url).toBe(await scenarioUrl(scenario, window.location.origin));
    expect(code).toContain("'bad day': { error: new Error('No.') }");
    const { hash } = new URL(url);
    expect(scenarioIn(hash)).toBe(scenarioIn(hash));
    expect(await toPromise(scenarioIn(hash))).toEqual(scenario);
    expect(exportOf(contactFlow, { ...scenario })).not.toBe(exported);
  });
});
