import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { panels } from '../../../machines/visualiserView/visualiserView.machine.ts';
import * as downloads from '../../../src/browser/downloadAndClipboard.ts';
import type { CoverageItem } from '../../../src/visualiser/coverage.ts';
import type { EnvironmentEvent } from '../../../src/visualiser/environment/environmentStore.ts';
import { environmentStore } from '../../../src/visualiser/environment/environmentStore.ts';
import { AnswerForm } from '../../../src/visualiser/panels/AnswerForm.tsx';
import { CoveragePanel } from '../../../src/visualiser/panels/CoveragePanel.tsx';
import { EnvironmentFields } from '../../../src/visualiser/panels/EnvironmentFields.tsx';
import { PanelHint } from '../../../src/visualiser/panels/PanelHint.tsx';
import { Scenarios } from '../../../src/visualiser/panels/Scenarios.tsx';
import { testRuns } from '../../../src/visualiser/testRuns.ts';

/** The panels that set and show what is not the state of the flow: its environment and its coverage. */

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = (name: string) => {
  const form = button(name).closest('form');
  if (!form) throw new Error(`"${name}" is in no form.`);
  return fireEvent.submit(form);
};
const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

const clearScenarios = () => {
  environmentStore.send({ type: 'reset' });
  for (const scenario of environmentStore.getSnapshot().context.scenarios)
    environmentStore.send({ type: 'removed', scenario });
};
beforeEach(clearScenarios);
/** As where no test has run yet. */
beforeEach(() => void testRuns.splice(0));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('an answer of the server', () => {
  const show = (children?: ReactNode) => {
    const onAnswer = vi.fn();
    render(
      <AnswerForm button="Answer" onAnswer={onAnswer}>
        {children}
      </AnswerForm>,
    );
    return onAnswer;
  };

  test('is one that asks to try again, unless another is written', () => {
    const onAnswer = show();
    expect(submit('Answer')).toBe(false);
    const [[answer] = []] = onAnswer.mock.calls;
    expect(answer).toEqual({
      ...{ status: 503, delay: 0 },
      body: '{"success":false,"message":"Please try again in a minute."}',
    });
    set('Status', '200');
    set('Seconds', '1.5');
    set('Body', 'a text');
    submit('Answer');
    expect(onAnswer.mock.lastCall?.[0]).toEqual({ status: 200, delay: 1_500, body: 'a text' });
  });

  test('is within limits, and comes with the fields before it', () => {
    const onAnswer = show(<input name="actor" defaultValue="send" />);
    const limits = (label: string) => {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      return [field.type, field.min, field.max, field.step, field.required];
    };
    expect(limits('Status')).toEqual(['number', '200', '599', '', true]);
    expect(limits('Seconds')).toEqual(['number', '0', '600', 'any', true]);
    expect(screen.getByLabelText('Body')).not.toBeRequired();
    submit('Answer');
    expect(onAnswer.mock.lastCall?.[1].get('actor')).toBe('send');
  });
});

describe('the environment of the page', () => {
  const replay = vi.fn();
  const show = (flow = contactFlow) => render(<EnvironmentFields flow={flow} replay={replay} />);
  const settings = () => environmentStore.getSnapshot().context.settings;
  const send = (event: EnvironmentEvent) => act(() => environmentStore.send(event));
  const group = (name: string) => within(screen.getByRole('group', { name }));
  const pressedIn = (name: string) => textsOf(group(name).getAllByRole('button', { pressed: true }));
  const choose = (name: string, choice: string) =>
    fireEvent.click(group(name).getByRole('button', { name: choice }));

  test.each([
    ['Network', 'network', 'normal', ['Normal', 'Slow', 'Lost'], ['normal', 'slow', 'lost']],
    ['Colours', 'colorScheme', null, ['Browser’s', 'Light', 'Dark'], [null, 'light', 'dark']],
    ['Motion', 'reducedMotion', null, ['Browser’s', 'Reduced', 'Full'], [null, 'reduce', 'no-preference']],
  ] as const)('has the choice "%s"', (name, setting, initial, labels, values) => {
    show();
    expect(textsOf(group(name).getAllByRole('button'))).toEqual(labels);
    expect(settings()[setting]).toBe(initial);
    expect(pressedIn(name)).toEqual([labels[0]]);
    const chosen = [2, 1, 0].map((index) => {
      choose(name, labels[index] ?? '');
      expect(pressedIn(name)).toEqual([labels[index]]);
      return settings()[setting];
    });
    expect(chosen).toEqual(values.toReversed());
  });

  test('has the locales of its visitors and some others, and one that a scenario has', () => {
    show();
    const locale = screen.getByLabelText<HTMLSelectElement>('Locale');
    const options = () => textsOf(locale.options);
    const known = ['Browser’s', 'en-IN', 'hi-IN', 'en-US', 'de-DE', 'ar-EG', 'ja-JP'];
    expect(options()).toEqual(known);
    expect(locale.value).toBe('');
    set('Locale', 'hi-IN');
    expect([settings().locale, options()]).toEqual(['hi-IN', known]);
    set('Locale', '');
    expect(settings().locale).toBeNull();
    send({ type: 'set', settings: { locale: 'fr-FR' } });
    expect([locale.value, options()]).toEqual(['fr-FR', [...known, 'fr-FR']]);
  });

  test('has its parts under headings', () => {
    show();
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      ...['Answers of the server', 'Network and browser of the page', 'Scenarios'],
    ]);
    cleanup();
    show({ ...contactFlow, id: 'openings' });
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      ...['Network and browser of the page', 'Scenarios'],
    ]);
  });

  const answer = { actor: 'send', status: 503, body: '{}', delay: 0, times: 2 };

  test('sets answers for the next calls', () => {
    show();
    const times = screen.getByLabelText<HTMLInputElement>(/^The next/);
    expect([times.type, times.min, times.max, times.step, times.required]).toEqual([
      ...['number', '1', '1000', '1', true],
    ]);
    expect(textsOf(screen.getByLabelText<HTMLSelectElement>('Actor').options)).toEqual(['send']);
    expect(screen.queryByRole('button', { name: 'Remove the answers' })).toBeNull();
    submit('Set for the next calls');
    fireEvent.change(times, { target: { value: '2.6' } });
    set('Status', '200');
    set('Seconds', '1.5');
    set('Body', 'a text');
    submit('Set for the next calls');
    fireEvent.change(times, { target: { value: '0' } });
    submit('Set for the next calls');
    const { flow } = environmentStore.getSnapshot().context;
    const other = { actor: 'send', status: 200, body: 'a text', delay: 1_500 };
    expect([flow, settings().answers]).toEqual([
      'contact',
      [
        { ...answer, body: '{"success":false,"message":"Please try again in a minute."}' },
        { ...other, times: 3 },
        { ...other, times: 1 },
      ],
    ]);
    send({ type: 'answersUsed', left: [0, 3, 1] });
    expect(textsOf(document.querySelectorAll('.set-answers li'))).toEqual([
      'send: 503, 0 left',
      'send: 200 after 1.5 s, 3 left',
      'send: 200 after 1.5 s, 1 left',
    ]);
    click('Remove the answers');
    expect(settings().answers).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Answers of the server' })).toHaveFocus();
    expect(document.querySelector('.set-answers')).toBeNull();
  });

  test('shows no answers of another flow, nor its scenarios', () => {
    send({ type: 'answerAdded', flow: 'callBack', answer });
    send({ type: 'saved', flow: 'callBack', name: 'of another flow' });
    send({ type: 'saved', flow: 'contact', name: 'of this flow' });
    show();
    expect(document.querySelector('.set-answers')).toBeNull();
    expect(textsOf(screen.getAllByRole('heading', { level: 3 }))).toEqual(['of this flow']);
  });

  describe('is saved in scenarios', () => {
    const scenarios = () => environmentStore.getSnapshot().context.scenarios;

    test('under a name', () => {
      show();
      const name = screen.getByLabelText<HTMLInputElement>('Name');
      expect([name.required, name.maxLength]).toEqual([true, 80]);
      set('Name', '   ');
      expect(submit('Save what is set')).toBe(false);
      expect(scenarios()).toEqual([]);
      expect(document.querySelector('.scenarios')).toBeNull();
      choose('Network', 'Slow');
      set('Name', ' bad day ');
      submit('Save what is set');
      expect(scenarios()).toMatchObject([
        { name: 'bad day', flow: 'contact', settings: { network: 'slow' } },
      ]);
      expect(screen.getByRole('heading', { name: 'bad day' })).toBeVisible();
    });

    test('that are replayed, linked to and removed', async () => {
      const copy = vi.spyOn(downloads, 'copyToClipboard').mockReturnValue(undefined);
      send({ type: 'answerAdded', flow: 'contact', answer });
      send({ type: 'saved', flow: 'contact', name: 'one' });
      const saved = scenarios();
      render(<Scenarios flow={contactFlow} scenarios={saved} replay={replay} />);
      const copyLink = button('Copy a link: one');
      expect(copyLink).toHaveAttribute('aria-disabled', 'true');
      expect(screen.getByLabelText('Link')).toHaveValue('');
      fireEvent.click(copyLink);
      expect(copy).not.toHaveBeenCalled();
      await waitFor(() => expect(copyLink).not.toHaveAttribute('aria-disabled'));
      fireEvent.click(copyLink);
      const [[url] = []] = copy.mock.calls;
      expect(url).toMatch(/\/visualiser\/contact#scenario=1\./);
      expect(screen.getByLabelText('Link')).toHaveValue(url);
      expect(document.querySelector('.scenario-case')?.textContent).toContain('send');
      click('Replay: one');
      expect(replay.mock.calls).toEqual([saved]);
      click('Remove: one');
      expect(scenarios()).toEqual([]);
      expect(screen.getByRole('heading', { name: 'Scenarios' })).toHaveFocus();
    });

    test('which are cases of the flow only where they have answers', () => {
      send({ type: 'saved', flow: 'contact', name: 'one' });
      show();
      expect(screen.getByRole('heading', { name: 'one' })).toBeVisible();
      expect(screen.queryByText('as a case of the flow')).toBeNull();
    });
  });
});

describe('the coverage of a flow', () => {
  const item = (
    kind: CoverageItem['kind'],
    name: string,
    ...levels: CoverageItem['levels']
  ): CoverageItem => ({
    ...{ kind, id: name, name, levels },
  });
  const items = [
    item('state', 'idle', 'machines'),
    item('state', 'done'),
    item('transition', 'idle · submitted', 'screens'),
  ];
  const run = { flow: 'contact', level: 'machines', states: [], transitions: [], guardResults: [] };
  const show = (props: Partial<Parameters<typeof CoveragePanel>[0]> = {}) => {
    testRuns.push({ ...run, cases: [], pairs: [] });
    const actions = { onLevel: vi.fn(), onNext: vi.fn() };
    render(
      <CoveragePanel {...{ flow: 'contact', items, level: 'any', isBusy: false, ...actions, ...props }}>
        <b>files</b>
      </CoveragePanel>,
    );
    return actions;
  };
  const next = () => button('Next uncovered transition').getAttribute('aria-disabled');

  test('is counted by kind, at the levels at which it ran', () => {
    show();
    const rows = screen.getAllByRole('row').map(({ children }) => textsOf(children));
    expect(rows).toEqual([
      ['', 'bare machine', 'React screen', 'built site', 'by hand'],
      ['states', '1 of 2', 'not run', 'not run', '0 of 2'],
      ['transitions', '0 of 1', 'not run', 'not run', '0 of 1'],
    ]);
    expect(screen.getByRole('table', { name: 'Covered, of everything in the machine' })).toBeVisible();
    expect(screen.getByText('files')).toBeVisible();
  });

  test('is that anywhere, or at a level', () => {
    const { onLevel } = show({ level: 'screens' });
    const choices = within(screen.getByRole('group', { name: 'Coverage on the chart' }));
    expect(textsOf(choices.getAllByRole('button'))).toEqual([
      ...['anywhere', 'bare machine', 'React screen', 'built site', 'by hand'],
    ]);
    expect(textsOf(choices.getAllByRole('button', { pressed: true }))).toEqual(['React screen']);
    click('anywhere');
    click('by hand');
    expect(onLevel.mock.calls).toEqual([['any'], ['hand']]);
  });

  test('lists what is not covered, and leads to the next transition of that', () => {
    const { onNext } = show({ level: 'machines' });
    expect(screen.getByRole('heading')).toHaveTextContent(/^Not covered bare machine$/);
    expect(textsOf(screen.getAllByRole('listitem'))).toEqual(['state done', 'transition idle · submitted']);
    click('Next uncovered transition');
    expect(onNext).toHaveBeenCalledOnce();
    cleanup();
    show({ level: 'machines', isBusy: true });
    expect(next()).toBe('true');
    cleanup();
    show();
    expect(textsOf(screen.getAllByRole('listitem'))).toEqual(['state done']);
    expect(next()).toBe('true');
  });

  test('says that everything is covered', () => {
    show({ items: items.filter(({ levels }) => levels.length > 0) });
    expect(screen.getByText('Everything is covered.')).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
  });
});

test('each panel explains itself until that is hidden', () => {
  const onToggle = vi.fn();
  const hints = panels.map((panel) => {
    const { container, unmount } = render(<PanelHint panel={panel} isShown onToggle={onToggle} />);
    expect(button('About this panel')).toHaveAttribute('aria-expanded', 'true');
    const text = container.querySelector('.hint')?.textContent;
    unmount();
    return text;
  });
  expect(hints).toEqual([
    'Each button sends an event, as the page itself would.',
    'Hold the server and the clock, and choose what they answer.',
    'Watch a generated test on the chart, or run it on the page.',
    'What has run, in the last tests and by your hand.',
    'Record what you do, to replay it or keep it as a test.',
    'What happened: open an entry to see why.',
    'Who sent what to whom, from top to bottom.',
    'Open the file of another build to see what differs.',
  ]);
  const { container } = render(<PanelHint panel="log" isShown={false} onToggle={onToggle} />);
  expect(container).toHaveTextContent(/^About this panel$/);
  expect(button('About this panel')).toHaveAttribute('aria-expanded', 'false');
  click('About this panel');
  expect(onToggle).toHaveBeenCalledOnce();
});
