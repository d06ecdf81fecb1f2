import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import * as downloads from '../../../src/browser/downloadAndClipboard.ts';
import { coverageFile } from '../../../src/visualiser/handCoverage.ts';
import { FlowHeader } from '../../../src/visualiser/parts/FlowHeader.tsx';
import { HandCoverage } from '../../../src/visualiser/parts/HandCoverage.tsx';
import { KeysLine } from '../../../src/visualiser/parts/KeysLine.tsx';
import { Preview } from '../../../src/visualiser/parts/Preview.tsx';
import { Selected } from '../../../src/visualiser/parts/Selected.tsx';
import { Splitter } from '../../../src/visualiser/parts/Splitter.tsx';
import { Steps } from '../../../src/visualiser/parts/Steps.tsx';

/** The parts of the view of a flow, each on its own. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));

/** Returns the names of the buttons that are pressed. */
const pressed = () =>
  screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

describe('the head of a flow', () => {
  const actions = {
    ...{ onValues: vi.fn(), onReload: vi.fn(), onOpen: vi.fn(), onPage: vi.fn(), onPanels: vi.fn() },
  };
  const show = (props: Partial<Parameters<typeof FlowHeader>[0]> = {}) =>
    render(
      <main>
        <FlowHeader
          {...{ flow: contactFlow, state: 'idle', failure: null, page: '/contact', shownPage: '/contact' }}
          {...{ areValuesShown: false, isPageShown: false, arePanelsShown: false }}
          {...actions}
          {...props}
        >
          <b>Report</b>
        </FlowHeader>
      </main>,
    );
  afterEach(() => {
    vi.clearAllMocks();
  });

  test('has its title, its purpose and its state', () => {
    show();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(contactFlow.title);
    expect(screen.getByText(contactFlow.purpose)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(/^State: idle$/);
    expect(screen.getByText('Report')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    show({ state: null });
    expect(screen.getByRole('status')).toHaveTextContent(/^not running$/);
  });

  test.each([
    ['Show typed values', 'areValuesShown', actions.onValues],
    ['Page', 'isPageShown', actions.onPage],
    ['Panels', 'arePanelsShown', actions.onPanels],
  ] as const)('has the switch "%s"', (name, prop, action) => {
    show();
    expect(pressed()).toEqual([]);
    click(name);
    expect(action).toHaveBeenCalledOnce();
    cleanup();
    show({ [prop]: true });
    expect(pressed()).toEqual([name]);
    expect(screen.getByRole('group', { name: 'Beside the chart' })).toHaveTextContent('PagePanels');
  });

  test('loads the page that is shown again, and leads back to that of the flow', () => {
    show({ shownPage: '/blog' });
    click('Reload the page');
    click('Back to /contact');
    expect(actions.onOpen.mock.calls).toEqual([['/blog'], ['/contact']]);
  });

  test('reloads the page of the flow where none is shown, and needs not lead to one that is', () => {
    show({ shownPage: null });
    click('Reload the page');
    expect(actions.onOpen.mock.calls).toEqual([['/contact']]);
    cleanup();
    show();
    expect(button('Back to /contact')).toHaveAttribute('aria-disabled', 'true');
    cleanup();
    show({ page: null });
    expect(screen.queryByRole('button', { name: /Reload|Back/ })).toBeNull();
  });

  test('says which error has stopped it, and loads the page again', () => {
    show({ failure: { message: 'It broke.', event: 'submitted', state: 'idle' } });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This flow is broken: submitted in idle threw the error “It broke.”.',
    );
    click('Load the page again');
    expect(actions.onReload).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

describe('the coverage of all flows', () => {
  const byHand = { contact: { states: ['idle'], transitions: [], guardResults: [] } };
  const { flows } = coverageFile(byHand);
  const merge = async (text: string, sentence: string) => {
    const send = vi.fn();
    render(<HandCoverage coverage={byHand} send={send} />);
    const field = screen.getByLabelText<HTMLInputElement>('Merge the file of another tester');
    const reported = vi.spyOn(field, 'reportValidity');
    fireEvent.change(field, { target: { files: [new File([text], 'coverage.json')] } });
    await waitFor(() => expect(reported).toHaveBeenCalledOnce());
    expect(field.validationMessage).toBe(sentence);
    return send.mock.calls;
  };

  test('is saved as a file, and cleared', async () => {
    const send = vi.fn();
    const download = vi.spyOn(downloads, 'downloadFile').mockReturnValue(undefined);
    render(<HandCoverage coverage={byHand} send={send} />);
    expect(screen.getByRole('group', { name: 'Coverage of all flows' })).toBeVisible();
    click('Save the coverage of all flows');
    const [[name, content] = []] = download.mock.calls;
    expect([name, content?.type]).toEqual(['coverage.json', 'application/json']);
    expect(await content?.text()).toBe(JSON.stringify(coverageFile(byHand), null, 2));
    click('Clear what was done by hand');
    expect(send.mock.calls).toEqual([[{ type: 'coverageCleared' }]]);
  });

  test.each([
    ['its own', {}, ''],
    [
      'of another build',
      { callBack: { ...flows.callBack, chart: 'another' }, gone: flows.callBack },
      'Left out, because they have changed: Call-back, gone.',
    ],
  ])('is merged with a file %s', async (_, changes, sentence) => {
    const text = JSON.stringify({ flows: { contact: flows.contact, ...changes } });
    expect(await merge(text, sentence)).toEqual([[{ type: 'coverageMerged', coverage: byHand }]]);
  });

  test('is not merged with any other file', async () => {
    expect(await merge('no JSON', 'This file holds no coverage.')).toEqual([]);
  });
});

test('the keys are listed, or said to do nothing', () => {
  const onToggle = vi.fn();
  const { rerender, container } = render(<KeysLine areKeysOn onToggle={onToggle} />);
  expect(pressed()).toEqual(['Keys']);
  expect(container.querySelector('.hint')?.textContent).toBe('H hold S step X halt ');
  expect(screen.getByTitle('Pauses the environment, or resumes it')).toHaveTextContent('H hold');
  click('Keys');
  expect(onToggle).toHaveBeenCalledOnce();
  rerender(<KeysLine areKeysOn={false} onToggle={onToggle} />);
  expect(pressed()).toEqual([]);
  expect(container.querySelector('.hint')?.textContent).toBe('H, S and X do nothing.');
});

describe('the preview', () => {
  const show = (props: Partial<Parameters<typeof Preview>[0]> = {}) => {
    const onSize = vi.fn();
    render(
      <Preview
        {...{ isShown: true, path: '/contact', size: 'tablet', onSize, frame: 'a frame', ...props }}
      />,
    );
    return { section: screen.getByRole('region', { name: 'The page', hidden: true }), onSize };
  };

  test('has the page in a frame of a size', () => {
    const { section, onSize } = show();
    expect(section).toHaveClass('preview preview-tablet', { exact: true });
    expect(section).not.toHaveAttribute('inert');
    const frame = screen.getByTitle('The page /contact');
    expect([frame.getAttribute('name'), frame.getAttribute('src')]).toEqual(['a frame', '/contact']);
    expect(screen.getByRole('group', { name: 'Width of the page' })).toHaveTextContent(
      'PhoneTabletDesktopAnother tab',
    );
    expect(pressed()).toEqual(['Tablet']);
    click('Another tab');
    expect(onSize.mock.calls).toEqual([['tab']]);
  });

  test('is in another tab, which a link opens', () => {
    show({ size: 'tab' });
    const link = screen.getByRole('link', { name: 'Open /contact in a tab' });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      ...['/contact', '_blank', 'noopener opener'],
    ]);
    expect(
      screen.getByText('Open the page in another tab of this browser, and choose it above.'),
    ).toBeVisible();
    expect(screen.queryByTitle('The page /contact')).toBeNull();
  });

  test('says that there is no page', () => {
    const { section } = show({ path: null });
    expect(section).toHaveTextContent(/^There is no page of the site on which this flow runs\.$/);
    expect(section).not.toHaveAttribute('inert');
  });

  test.each(['/contact', null])('takes no focus while it is put away: %s', (path) => {
    expect(show({ isShown: false, path }).section).toHaveAttribute('inert');
  });
});

describe('what is selected', () => {
  const model = chartOf(contactFlow.machine);
  const show = (id: string, props: Partial<Parameters<typeof Selected>[0]> = {}) => {
    const actions = { onClose: vi.fn(), onGoTo: vi.fn() };
    const { container } = render(
      <Selected {...{ model, id, isBusy: false, isActive: false, ...actions, ...props }} />,
    );
    return { container, ...actions };
  };

  test('is a state with its description, to which the page is led', () => {
    const { onClose, onGoTo } = show('contact.idle');
    expect(screen.getByRole('complementary', { name: 'Selected' }).querySelector('p')).toHaveTextContent(
      /^idle The form waits for the visitor\.$/,
    );
    expect(screen.queryByText('The page is there.')).toBeNull();
    click('Lead the page there');
    expect(onGoTo).toHaveBeenCalledOnce();
    click('Close what is selected');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('is a transition with its guard', () => {
    show('contact.idle · submitted[0]');
    expect(screen.getByText('idle · submitted[0]').parentElement).toHaveTextContent(
      /^idle · submitted\[0\] if isValid$/,
    );
    cleanup();
    show('contact.idle · changed');
    expect(screen.getByText('idle · changed').parentElement).toHaveTextContent(/^idle · changed$/);
  });

  test('is the whole machine', () => {
    show('contact');
    expect(screen.getByText('contact')).toBeVisible();
  });

  test.each([{ isBusy: true }, { isActive: true }])('is not led to where it makes no sense: %o', (props) => {
    const { onGoTo } = show('contact.idle', props);
    click('Lead the page there');
    expect(onGoTo).not.toHaveBeenCalled();
    expect(screen.queryByText('The page is there.') !== null).toBe('isActive' in props);
  });

  test('is nothing that the flow does not have', () => {
    expect(show('contact.gone').container).toBeEmptyDOMElement();
  });
});

describe('the line between two parts', () => {
  const show = (isVertical: boolean, percent: number) => {
    const onResize = vi.fn();
    render(
      <Splitter label="The line" range={{ least: 15, most: 70 }} {...{ isVertical, percent, onResize }} />,
    );
    return { line: screen.getByRole('separator', { name: 'The line' }), onResize };
  };

  test.each([
    [true, 'splitter is-vertical', 'vertical'],
    [false, 'splitter', 'horizontal'],
  ])('is a separator with its value: vertical %s', (isVertical, className, orientation) => {
    const { line } = show(isVertical, 40);
    expect(line.className).toBe(className);
    const values = ['orientation', 'valuenow', 'valuemin', 'valuemax'].map((name) =>
      line.getAttribute(`aria-${name}`),
    );
    expect(values).toEqual([orientation, '40', '15', '70']);
    expect(line.tabIndex).toBe(0);
  });

  test.each([
    [true, 40, 'ArrowLeft', 45],
    [true, 40, 'ArrowRight', 35],
    [true, 68, 'ArrowLeft', 70],
    [true, 17, 'ArrowRight', 15],
    [false, 40, 'ArrowDown', 45],
    [false, 40, 'ArrowUp', 35],
    [false, 68, 'ArrowDown', 70],
    [false, 17, 'ArrowUp', 15],
    [false, 40, 'Home', 15],
    [true, 40, 'End', 70],
    [true, 40, 'ArrowUp', null],
    [true, 40, 'ArrowDown', null],
    [false, 40, 'ArrowLeft', null],
    [false, 40, 'ArrowRight', null],
    [false, 40, 'Tab', null],
  ])('is moved by a key: vertical %s, from %s by %s to %s', (isVertical, percent, key, to) => {
    const { line, onResize } = show(isVertical, percent);
    const isNotPrevented = fireEvent.keyDown(line, { key });
    expect(onResize.mock.calls).toEqual(to === null ? [] : [[to]]);
    expect(isNotPrevented).toBe(to === null);
  });

  test.each([
    [true, 30],
    [false, 20],
  ])('is moved by a pointer that is pressed on it: vertical %s, to %s', (isVertical, percent) => {
    const { line, onResize } = show(isVertical, 40);
    const captured = new Set<number>();
    line.setPointerCapture = (id) => captured.add(id);
    line.hasPointerCapture = (id) => captured.has(id);
    vi.spyOn(line.parentElement ?? line, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(100, 50, 200, 100),
    );
    const move = (buttons: number) =>
      fireEvent.pointerMove(line, { pointerId: 5, buttons, clientX: 240, clientY: 70 });
    move(1);
    expect(onResize).not.toHaveBeenCalled();
    fireEvent.pointerDown(line, { pointerId: 5 });
    move(0);
    expect(onResize).not.toHaveBeenCalled();
    move(1);
    expect(onResize.mock.calls).toEqual([[percent]]);
  });
});

test('steps are numbered with the states to which they lead', () => {
  const step = { name: 'submitted: by the button', state: 'idle' };
  const { container } = render(<Steps steps={[step, { ...step, state: 'done' }, step]} />);
  const list = within(container).getByRole('list');
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'submitted: by the button → idle',
    'submitted: by the button → done',
    'submitted: by the button → idle',
  ]);
});
