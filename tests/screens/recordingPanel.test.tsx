import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import type { ObservedTransition, PersistedSnapshot, Recording } from '../../machines/paths/index.ts';
import * as downloads from '../../src/browser/downloadAndClipboard.ts';
import { RecordingPanel } from '../../src/visualiser/panels/RecordingPanel.tsx';
import { testCodeOf } from '../../src/visualiser/recordings.ts';
import { firstSnapshot } from '../../src/visualiser/runSteps.ts';
import { persisted, recorderIn } from '../support/visualiserFixture.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const idle = persisted('idle', firstSnapshot(contactFlow)?.context);

const show = (
  snapshot: ReturnType<typeof recorderIn>,
  props: Partial<Parameters<typeof RecordingPanel>[0]> = {},
) => {
  const actions = { send: vi.fn(), replay: vi.fn() };
  render(
    <RecordingPanel
      {...{ flow: contactFlow, snapshot, persistedSnapshot: idle, path: '/contact', isBusy: false }}
      {...actions}
      {...props}
    />,
  );
  return actions;
};

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const panel = () => document.querySelector('.recording-panel');

const observed: ObservedTransition = { before: idle, event: { type: 'submitted' }, after: idle };

describe('while nothing is recorded', () => {
  test('a recording begins, and the focus is on the panel', () => {
    const { send } = show(recorderIn('idle'));
    expect(textsOf('.hint')).toEqual([
      'From now on everything that happens to this flow is recorded, until you stop or the page is loaded again.',
    ]);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getAllByRole('button')).toEqual([button('Record')]);
    click('Record');
    expect(send.mock.calls).toEqual([[{ type: 'recordingStarted', flow: 'contact', path: '/contact' }]]);
    expect(panel()).toHaveFocus();
    expect(textsOf('.note')).toEqual([]);
  });

  const busy: PersistedSnapshot = { ...idle, children: { send: {} } };
  const nowhere = 'The flow does not run on the page that is followed.';
  test.each([
    ['without a flow', { persistedSnapshot: null }, nowhere],
    ['without a page', { path: null }, 'From now on everything'],
    [
      'where an actor runs',
      { persistedSnapshot: busy },
      'Something is under way. A recording begins where nothing is.',
    ],
  ])('none begins %s', (_, props, hint) => {
    const { send } = show(recorderIn('idle'), props);
    click('Record');
    expect(send).not.toHaveBeenCalled();
    expect(textsOf('.hint').join()).toContain(hint);
  });

  test('one is opened from its file; that of another flow is refused in a sentence', async () => {
    const { send } = show(recorderIn('idle'));
    const field = screen.getByLabelText<HTMLInputElement>('Open a recording');
    const open = (text: string) =>
      fireEvent.change(field, { target: { files: [new File([text], 'recording.json')] } });
    const recording: Recording = { flow: 'contact', path: '/contact', start: null, steps: [] };
    for (const text of ['no JSON', JSON.stringify({ ...recording, flow: 'callBack' })]) {
      field.setCustomValidity('');
      open(text);
      await waitFor(() =>
        expect(field.validationMessage).toBe('This file holds no recording of "Contact message".'),
      );
    }
    expect(send).not.toHaveBeenCalled();
    open(JSON.stringify(recording));
    await waitFor(() => expect(send.mock.calls).toEqual([[{ type: 'recordingOpened', recording }]]));
  });
});

describe('while a flow is recorded', () => {
  /** Observed transitions that only count: whoever reads one of them would do so again at every key that is typed. */
  class Unread extends Array<ObservedTransition> {
    override map(): never {
      throw new Error('The transitions are read while they are recorded.');
    }
  }

  test('nothing is done with what was recorded so far', () => {
    show(
      recorderIn('recording', { flow: 'contact', path: '/contact', observedTransitions: new Unread(450) }),
    );
    expect(screen.getByRole('status').textContent).toBe('Recording: 450 steps');
  });

  test('it can be stopped, which moves the focus to the panel', () => {
    const { send } = show(recorderIn('recording', { flow: 'contact', observedTransitions: [observed] }));
    expect(screen.getByRole('status').textContent).toBe('Recording: 1 step');
    expect(screen.getAllByRole('button')).toEqual([button('Stop')]);
    click('Stop');
    expect(send.mock.calls).toEqual([[{ type: 'recordingStopped' }]]);
    expect(panel()).toHaveFocus();
  });

  test('it is said which one it is, where another is shown', () => {
    show(recorderIn('recording', { flow: 'callBack' }));
    expect(textsOf('.note')).toEqual(['It is of the flow "Call-back".']);
    cleanup();
    show(recorderIn('recording', { flow: 'gone' }));
    expect(textsOf('.note')).toEqual([]);
  });
});

describe('a recording', () => {
  const recording: Recording = {
    ...{ flow: 'contact', path: '/contact', start: null },
    steps: [
      { name: 'changed: everything valid', state: 'idle' },
      { name: 'submitted: by the button', state: 'submitting' },
    ],
  };
  const [first] = recording.steps;
  const opened = (changes: Partial<Recording> = {}) =>
    recorderIn('recorded', { flow: 'contact', path: '/contact', opened: { ...recording, ...changes } });
  const about = () => [document.querySelector('.recording-panel > p')?.textContent, ...textsOf('.steps li')];

  test('has its steps, is replayed, saved, exported and discarded', async () => {
    const download = vi.spyOn(downloads, 'downloadFile').mockReturnValue(undefined);
    const { send, replay } = show(opened());
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull();
    expect(about()).toEqual([
      '2 steps on /contact',
      'changed: everything valid → idle',
      'submitted: by the button → submitting',
    ]);
    expect(textsOf('.hint')).toEqual([
      'What was typed is not in it: its letters and digits are replaced. Put the test into tests/machines.',
    ]);
    expect(textsOf('.reason')).toEqual([]);
    for (const name of ['Replay on the page', 'Save as a file', 'Export as a test', 'Discard']) click(name);
    expect(replay.mock.calls).toEqual([[recording]]);
    expect(send.mock.calls).toEqual([[{ type: 'recordingDiscarded' }]]);
    expect(panel()).toHaveFocus();
    const files = download.mock.calls.map(async ([name, content]) => [
      name,
      content.type,
      await content.text(),
    ]);
    expect(await Promise.all(files)).toEqual([
      ['contact-recorded.json', 'application/json', JSON.stringify(recording, null, 2)],
      ['contact-recorded.test.ts', 'text/plain', testCodeOf(contactFlow, recording)],
    ]);
  });

  test('of what was observed is made of it', () => {
    show(recorderIn('recorded', { flow: 'contact', path: '/contact?x', observedTransitions: [observed] }));
    expect(about()).toEqual(['1 step on /contact?x', 'submitted: by the button → idle']);
    cleanup();
    show(
      recorderIn('recorded', {
        ...{ flow: 'contact', path: '/contact?x', observedTransitions: [observed] },
        opened: recording,
      }),
    );
    expect(about()).toHaveLength(3);
  });

  test('has a link, which is copied', async () => {
    const copy = vi.spyOn(downloads, 'copyToClipboard').mockReturnValue(undefined);
    show(opened());
    expect(isDisabled('Copy a link')).toBe(true);
    expect(screen.getByLabelText('Link')).toHaveValue('');
    await waitFor(() => expect(isDisabled('Copy a link')).toBe(false));
    click('Copy a link');
    const [[url] = []] = copy.mock.calls;
    expect(url).toMatch(/\/visualiser\/contact#recording=1\./);
    expect(screen.getByLabelText('Link')).toHaveValue(url);
    expect(screen.getByLabelText('Link')).toHaveAttribute('readonly');
  });

  test('that is too long has no link', async () => {
    const digits = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 100_003).join('');
    show(opened({ path: `/contact?${digits}` }));
    const sentence = await screen.findByText(/^The recording is too long for a link/);
    expect(sentence.textContent).toMatch(
      /^The recording is too long for a link, which would have \d{5} characters: save it as a file\.$/,
    );
    expect(isDisabled('Copy a link')).toBe(true);
    expect(screen.queryByLabelText('Link')).toBeNull();
  });

  test.each([
    ['during a run', {}, true, [], [true, false]],
    [
      'with a case that is gone',
      { steps: [{ name: 'changed: by magic', state: 'idle' }] },
      false,
      [
        'The flow has no case "changed: by magic" any more: record it again.',
        expect.stringMatching(/^The machine alone cannot replay it, so it is no test: ./),
      ],
      [true, true],
    ],
    [
      'that leads elsewhere',
      { steps: first ? [{ ...first, state: 'done' }] : [] },
      false,
      [
        expect.stringMatching(
          /^The machine alone cannot replay it, so it is no test: .*led to "idle", not to "done"$/,
        ),
      ],
      [false, true],
    ],
  ])('%s is not replayed or no test', (_, changes, isBusy, reasons, disabled) => {
    const { replay } = show(opened(changes), { isBusy });
    expect(textsOf('.reason')).toEqual(reasons);
    expect(['Replay on the page', 'Export as a test'].map(isDisabled)).toEqual(disabled);
    click('Replay on the page');
    expect(replay).toHaveBeenCalledTimes(disabled[0] ? 0 : 1);
  });
});
