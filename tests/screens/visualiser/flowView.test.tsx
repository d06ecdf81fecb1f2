import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import * as downloads from '../../../src/browser/downloadAndClipboard.ts';
import * as fullScreen from '../../../src/browser/fullScreen.ts';
import * as chart from '../../../src/visualiser/chart/index.ts';
import { connection } from '../../../src/visualiser/connection/connection.ts';
import { FlowView } from '../../../src/visualiser/FlowView.tsx';
import { ChartArea } from '../../../src/visualiser/parts/ChartArea.tsx';
import { firstSnapshot } from '../../../src/visualiser/runSteps.ts';
import {
  following,
  page,
  persisted,
  runIn,
  runOf,
  runStep,
  sessionOf,
  viewIn,
  visualiserFlows,
} from '../../support/visualiserFixture.ts';

/** The view of one flow: what is shown of it, and what its buttons and keys do. docs/visualiser.md. */

const sent = vi.spyOn(connection, 'sendCommand');
beforeEach(() => {
  sent.mockReset();
});
afterEach(cleanup);

const model = chartOf(contactFlow.machine);
const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const idle = persisted('idle', firstSnapshot(contactFlow)?.context);
const outline = { isOutline: true };
const asOutline = (value: Parameters<typeof viewIn>[0] = {}, context: Parameters<typeof viewIn>[1] = {}) =>
  viewIn(value, { ...outline, ...context });

async function show(
  states: Parameters<typeof visualiserFlows>[0] = {},
  { search = '', flow = contactFlow }: { search?: string; flow?: typeof contactFlow } = {},
) {
  const own = visualiserFlows({ view: asOutline(), ...states });
  const now: { search?: string } = {};
  function Address() {
    now.search = decodeURIComponent(useLocation().search);
    return null;
  }
  const { container } = render(
    <MemoryRouter initialEntries={[`/visualiser/${flow.id}${search}`]}>
      <Address />
      <main>
        <FlowView flow={flow} model={chartOf(flow.machine)} own={own} />
      </main>
    </MemoryRouter>,
  );
  await act(async () => {});
  return { own, now, container, view: container.querySelector<HTMLElement>('.flow-view') };
}
const runFailed = runIn({ inactive: 'failed' }, { run: runOf([runStep('a', 'b')]) });

describe('the view of a flow', () => {
  test.each([
    [{}, 'flow-view'],
    [{ arePanelsShown: false }, 'flow-view has-no-panels'],
    [{ isPageShown: false }, 'flow-view has-no-page'],
    [{ arePanelsShown: false, isPageShown: false }, 'flow-view has-no-panels has-no-page'],
  ])('has its title, its parts and their shares: %o', async (context, className) => {
    const { view } = await show({ view: asOutline({}, { ...context, sideWidth: 30, pageHeight: 40 }) });
    expect(document.title).toBe('Contact message – state visualiser');
    expect(view?.className).toBe(className);
    expect(['--side', '--page-part'].map((name) => view?.style.getPropertyValue(name))).toEqual([
      ...['30%', '40%'],
    ]);
    expect(view).toHaveAttribute('data-flow', 'visualiserView');
    const isInert = (selector: string) => view?.querySelector(selector)?.hasAttribute('inert');
    expect([isInert('.flow-details'), isInert('.preview')]).toEqual([
      ...['arePanelsShown' in context, 'isPageShown' in context],
    ]);
  });

  test('has the state of the flow, marked on the chart', async () => {
    const failure = { message: 'It broke.', event: 'submitted', state: 'idle' };
    await show({ link: following({ sessions: [sessionOf('contact', idle, { failure })] }) });
    expect(document.querySelector('.current')).toHaveTextContent('State: idle');
    const marked = document.querySelectorAll('[aria-current="true"]');
    expect([...marked].map((item) => item.getAttribute('data-outline'))).toContain('contact.idle');
    expect(screen.getByText(/^This flow is broken/)).toBeVisible();
    expect(button('Bug report')).toHaveAttribute('aria-disabled', 'true');
  });

  test.each([
    [following({ followedPage: { ...page, path: '/blog' } }), contactFlow, '/blog'],
    [following(), contactFlow, '/contact'],
  ])('loads the page again where it is broken: %#', async (link, flow, path) => {
    const failure = { message: 'It broke.', event: 'submitted', state: 'idle' };
    const { context } = link;
    const broken = following({ ...context, sessions: [sessionOf(flow.id, idle, { failure })] });
    await show({ link: broken }, { flow });
    click('Load the page again');
    expect(sent.mock.calls).toEqual([
      ['a load', { type: 'open', path, draftsToClear: ['contact'], restart: null }],
    ]);
  });

  test.each([
    ['Show typed values', { type: 'valuesToggled' }],
    ['Panels', { type: 'panelsToggled' }],
    ['Page', { type: 'pageToggled' }],
    ['Chart', { type: 'chartChosen' }],
    ['Outline', { type: 'outlineChosen' }],
    ['Actions', { type: 'actionsToggled' }],
    ['Desktop', { type: 'preview.desktop' }],
    ['Keys', { type: 'keysToggled' }],
    ['About this panel', { type: 'hintToggled' }],
  ])('has the button "%s"', async (name, event) => {
    const { own } = await show();
    click(name);
    expect(own.view.send.mock.calls).toEqual([[event]]);
  });

  test('has lines between its parts', async () => {
    const { own } = await show({ view: asOutline({}, { sideWidth: 30, pageHeight: 40 }) });
    const lines = screen.getAllByRole('separator').map((line) => {
      fireEvent.keyDown(line, { key: 'Home' });
      const values = ['label', 'orientation', 'valuenow', 'valuemin', 'valuemax'];
      return values.map((name) => line.getAttribute(`aria-${name}`));
    });
    expect(lines).toEqual([
      ['Width of page and panels', 'vertical', '30', '15', '70'],
      ['Height of the page', 'horizontal', '40', '15', '85'],
    ]);
    expect(own.view.send.mock.calls).toEqual([
      [{ type: 'sideResized', percent: 15 }],
      [{ type: 'pageResized', percent: 15 }],
    ]);
  });

  test('has the page of the flow in a frame of the size that was chosen', async () => {
    await show({ view: asOutline({ preview: 'desktop' }) });
    const frame = screen.getByTitle('The page /contact');
    expect(frame).toHaveAttribute('name', connection.id);
    expect(document.querySelector('.preview')).toHaveClass('preview-desktop');
    click('Reload the page');
    expect(frame).toHaveAttribute('src', '/contact');
    expect(sent.mock.calls).toEqual([
      ['a load', { type: 'open', path: '/contact', draftsToClear: [], restart: null }],
    ]);
  });

  test('says that the address has what the flow does not have', async () => {
    await show({}, { search: '?state=gone' });
    expect(screen.getByText('This flow has no state or transition "gone".')).toHaveAttribute('role', 'alert');
    expect(screen.queryByRole('complementary')).toBeNull();
    cleanup();
    await show();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('does what its keys do while they are on', async () => {
    const paused = ['a load', { type: 'pause', flow: 'contact' }];
    await show();
    fireEvent.keyDown(document.body, { key: 'h' });
    expect(sent.mock.calls).toEqual([paused]);
    cleanup();
    await show({ view: asOutline({}, { areKeysOn: false }) });
    fireEvent.keyDown(document.body, { key: 'h' });
    expect(sent.mock.calls).toEqual([paused]);
  });

  const isRunShown = () => screen.queryByRole('region', { name: 'Run' }) !== null;
  test.each([
    ['nothing was run', {}, false],
    ['its own run has ended', { run: runFailed }, true],
    [
      'that of another flow is under way',
      { run: runIn('paused', { run: runOf([], { flow: 'callBack' }) }) },
      true,
    ],
    [
      'that of another flow has ended',
      { run: runIn({ inactive: 'done' }, { run: runOf([], { flow: 'callBack' }) }) },
      false,
    ],
    ['the paths are shown', { view: asOutline({ panel: 'paths' }) }, true],
  ])('has the status of a run where it matters: %s', async (_, states, isShown) => {
    await show(states);
    expect(isRunShown()).toBe(isShown);
  });

  test('has the coverage on the chart while its panel is shown', async () => {
    const remarks = () => document.querySelectorAll('.is-covered, .is-uncovered').length;
    await show({}, { search: '?level=hand' });
    expect(remarks()).toBe(0);
    cleanup();
    const coverage = { contact: { states: ['idle'], transitions: [], guardResults: [] } };
    const view = asOutline({ panel: 'coverage' });
    const { own } = await show({ view, link: following({ coverage }) }, { search: '?level=hand' });
    expect(document.querySelectorAll('.is-covered').length).toBe(2);
    const caption = screen.getByRole('heading', { name: 'Not covered by hand' });
    expect(caption).toBeVisible();
    await act(async () => click('Next uncovered transition'));
    await vi.waitFor(() => expect(own.run.send).toHaveBeenCalledOnce());
    expect(own.run.send.mock.lastCall?.[0]).toMatchObject({
      run: { title: 'Path to an uncovered transition' },
    });
  });
});

describe('what is selected', () => {
  const goTo = () => button('Lead the page there');
  const isGoToDisabled = () => goTo().getAttribute('aria-disabled') === 'true';
  const active = following({ sessions: [sessionOf('contact', idle)] });

  test('is led to from the state of the page', async () => {
    const { own } = await show({ link: active }, { search: '?state=invalid' });
    expect(isGoToDisabled()).toBe(false);
    await act(async () => fireEvent.click(goTo()));
    await vi.waitFor(() => expect(own.run.send).toHaveBeenCalledOnce());
    const [[event] = []] = own.run.send.mock.calls;
    expect(event).toMatchObject({ type: 'started', run: { title: 'Path to contact.invalid', tab: 'a tab' } });
    const names = event?.type === 'started' ? event.run.steps.map(({ name }) => name) : [];
    expect(names[0]).not.toMatch(/^open/);
  });

  test('is closed, and the focus is on the chart', async () => {
    const { now } = await show({}, { search: '?state=invalid&level=hand' });
    click('Close what is selected');
    expect(now.search).toBe('?level=hand');
    expect(screen.getByRole('region', { name: 'States of Contact message' })).toHaveFocus();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('is chosen and folded on the chart', async () => {
    const { now } = await show();
    const item = (id: string) => document.querySelector(`[data-outline="${id}"]`) ?? document.body;
    fireEvent.click(item('contact.invalid'));
    expect(now.search).toBe('?state=invalid');
    expect(item('contact.invalid')).toHaveAttribute('aria-selected', 'true');
  });

  test.each([
    ['during a run', { run: runIn('paused', { run: runOf([]) }) }, contactFlow, 'invalid', true],
    ['where the page is there', { link: active }, contactFlow, 'idle', true],
    ['of a flow without a page', {}, { ...scholarshipTermsFlow, page: null }, 'shown', true],
    ['of a flow with one', {}, scholarshipTermsFlow, 'shown', false],
  ])('is not led to %s', async (_, states, flow, state, isDisabled) => {
    await show(states, { flow, search: `?state=${state}` });
    expect(isGoToDisabled()).toBe(isDisabled);
  });
});

describe('the area of the chart', () => {
  const actions = { onDrawing: vi.fn(), onDetails: vi.fn(), onSelect: vi.fn(), onFold: vi.fn() };
  const shown = {
    ...{
      model,
      active: ['contact', 'contact.idle'],
      taken: 'contact.idle · changed',
      selected: 'contact.done',
    },
    ...{ folded: [], coverage: { 'contact.idle': 'covered' as const }, details: true },
  };
  const area = (drawing: 'chart' | 'outline') =>
    render(<ChartArea id="states" flow={contactFlow} drawing={drawing} {...shown} {...actions} />);
  afterEach(() => {
    vi.clearAllMocks();
  });

  test('has the chart or its outline', async () => {
    area('outline');
    expect(screen.getByRole('tree', { name: 'Outline of contact' })).toBeVisible();
    const choices = within(screen.getByRole('group', { name: 'Drawn as' })).getAllByRole('button');
    expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-pressed')])).toEqual([
      ['Chart', 'false'],
      ['Outline', 'true'],
    ]);
    expect(button('Actions')).toHaveAttribute('aria-pressed', 'true');
    click('Chart');
    click('Actions');
    expect([actions.onDrawing.mock.calls, actions.onDetails.mock.calls.length]).toEqual([[['chart']], 1]);
    cleanup();
    area('chart');
    await act(async () => {});
    expect(screen.queryByRole('tree')).toBeNull();
    expect(button('Chart')).toHaveAttribute('aria-pressed', 'true');
  });

  test('fills the screen', () => {
    const toggle = vi.spyOn(fullScreen, 'toggleFullScreen').mockResolvedValue(undefined);
    area('outline');
    click('Full screen');
    expect(toggle.mock.calls).toEqual([['states']]);
    expect(document.getElementById('states')).toHaveAttribute('aria-label', 'States of Contact message');
  });

  test('is exported as it is shown', async () => {
    const download = vi.spyOn(downloads, 'downloadFile').mockReturnValue(undefined);
    const svg = vi.spyOn(chart, 'exportSvg').mockResolvedValue('<svg/>');
    const png = vi.spyOn(chart, 'exportPng').mockResolvedValue(new Blob(['png'], { type: 'image/png' }));
    area('outline');
    expect(screen.getByRole('group', { name: 'Export' })).toHaveTextContent('SVGPNGMermaid');
    for (const name of ['SVG', 'PNG', 'Mermaid']) await act(async () => click(name));
    const { model: _, ...marks } = shown;
    for (const calls of [svg.mock.calls, png.mock.calls])
      expect(calls).toEqual([[model, { title: 'Contact message', ...marks }]]);
    const files = download.mock.calls.map(async ([name, content]) => [
      name,
      content.type,
      await content.text(),
    ]);
    expect(await Promise.all(files)).toEqual([
      ['contact.svg', 'image/svg+xml', '<svg/>'],
      ['contact.png', 'image/png', 'png'],
      ['contact.mmd', 'text/plain', chart.toMermaid(model)],
    ]);
  });
});
