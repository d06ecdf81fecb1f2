import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { buildComparisonMachine } from '../../../machines/buildComparison/buildComparison.machine.ts';
import { callBackFlow } from '../../../machines/callBack/callBack.flow.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { BuildModel } from '../../../machines/paths/flowModel.ts';
import { changesAsMarkdown } from '../../../machines/paths/printChanges.ts';
import { scholarshipFlow } from '../../../machines/scholarship/scholarship.flow.ts';
import { useFlow } from '../../../src/flows/useFlow.ts';
import { ChangesPanel } from '../../../src/visualiser/changes/ChangesPanel.tsx';
import { changesBetween } from '../../../src/visualiser/changes/shownComparison.ts';
import { earlierBuild, laterBuild } from '../../support/buildFixture.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

/** The panel that compares this build with another one. */

const loadOwnBuild = vi.fn<() => Promise<BuildModel>>();
const onSelect = vi.fn<(id: string) => void>();
const comparison = {
  id: 'buildComparison',
  machine: buildComparisonMachine.provide({ actors: { loadOwnBuild: fromPromise(loadOwnBuild) } }),
};

function Panel({ flow }: { flow: typeof contactFlow }) {
  const { snapshot, send } = useFlow(comparison);
  return <ChangesPanel flow={flow} snapshot={snapshot} send={send} onSelect={onSelect} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Compare with the file of another build');
const panel = () => {
  const element = document.getElementById('changes');
  if (!element) throw new Error('There is no panel.');
  return element;
};

const open = (text: string) =>
  userEvent.upload(field(), new File([text], 'build.json', { type: 'application/json' }));

async function compare(flow: typeof contactFlow, other: BuildModel = earlierBuild) {
  const view = render(<Panel flow={flow} />);
  await open(JSON.stringify(other));
  await screen.findByRole('heading');
  return view;
}

beforeEach(() => {
  onSelect.mockReset();
  loadOwnBuild.mockReset().mockResolvedValue(laterBuild);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('without another build the panel says where there are files of builds', () => {
  render(<Panel flow={contactFlow} />);
  expect(panel()).toHaveAttribute('data-state', 'closed');
  expect(panel()).toHaveClass('changes-panel');
  expect(panel()).toHaveTextContent(
    /^Compare with the file of another build Save the file of this build ?Each build with the visualiser has the file visualiser\/build\.json; npm run paths -- --since prints the same\.$/,
  );
  const link = screen.getByRole('link', { name: 'Save the file of this build' });
  expect(link).toHaveAttribute('href', '/visualiser/build.json');
  expect(link).toHaveAttribute('download', 'build.json');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a file that is none of a build is reported at its field', async () => {
  render(<Panel flow={contactFlow} />);
  await open('{}');
  expect(field().validationMessage).toBe('This file is no visualiser/build.json of a build.');
  expect(panel()).toHaveAttribute('data-state', 'closed');
  await open(JSON.stringify(earlierBuild));
  expect(field().validationMessage).toBe('');
  await screen.findByRole('heading');
});

test('the panel says that this build is loaded, and why it cannot be compared, and has the focus', async () => {
  let fail = (_: Error) => {};
  loadOwnBuild.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  render(<Panel flow={contactFlow} />);
  await open(JSON.stringify(earlierBuild));
  expect(screen.getByRole('status')).toHaveTextContent('Loading the flows of this build…');
  expect(panel()).toHaveAttribute('data-state', 'loading');
  expect(panel()).toHaveFocus();
  await act(async () => fail(new Error('The connection broke.')));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The builds cannot be compared. The connection broke. Try again',
  );
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
  screen.getByRole('button', { name: 'Close' });
  const again = screen.getByRole('button', { name: 'Try again' });
  again.focus();
  fireEvent.click(again);
  expect(panel()).toHaveFocus();
  await screen.findByRole('heading');
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('the changes', () => {
  test('of a flow are told, and lead to the chart', async () => {
    await compare(contactFlow);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Contact message: two since one');
    expect(panel().querySelector('.hint')).toHaveTextContent(
      /^On the chart \+ is added, − removed and ~ altered; what was removed is dashed and struck through\.$/,
    );
    const items = screen.getAllByRole('listitem');
    expect(items.map(({ className, textContent }) => [className, textContent])).toEqual([
      ['change is-added', '+added state new'],
      ['change is-altered', '~altered state idletags: nothing → busy'],
      ['change is-removed', '−removed state broken'],
      ['change is-altered', '~altered delay slowlength: 10 ms → 20 ms'],
      ['change is-removed', 'coverage lost at paths: state idle'],
    ]);
    const buttons = within(screen.getByRole('list')).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['new', 'idle', 'broken', 'idle']);
    for (const button of nonEmpty(buttons)) {
      expect(button).toHaveClass('change-name');
      fireEvent.click(button);
    }
    expect(onSelect.mock.calls).toEqual([
      ['contact.new'],
      ['contact.idle'],
      ['contact.broken'],
      ['contact.idle'],
    ]);
    expect(panel().querySelector('.change-sign')).toHaveAttribute('aria-hidden', 'true');
    expect(panel().querySelector('del')).toHaveTextContent('nothing');
    expect(panel().querySelector('ins')).toHaveTextContent('busy');
    expect(panel().querySelector('.difference')).not.toBeNull();
  });

  test('say nothing where there was nothing, in both directions', async () => {
    loadOwnBuild.mockResolvedValue(earlierBuild);
    await compare(contactFlow, laterBuild);
    expect(panel().querySelector('del')).toHaveTextContent('busy');
    expect(panel().querySelector('ins')).toHaveTextContent('nothing');
  });

  test('of other flows are named, and all are there as Markdown', async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text);
    });
    await compare(contactFlow);
    expect(panel().querySelector('.other-flows')).toHaveTextContent(
      /^Something changed as well in Scholarship \(added\), Old \(removed\)\.$/,
    );
    const markdown = changesAsMarkdown(changesBetween(earlierBuild, laterBuild));
    const text = screen.getByRole('textbox', { name: 'What changed, as Markdown', hidden: true });
    expect(text).toHaveValue(markdown);
    expect(text).toHaveAttribute('readonly');
    expect(panel().querySelector('summary')).toHaveTextContent('As Markdown, for a pull request');
    fireEvent.click(screen.getByRole('button', { name: 'Copy as Markdown' }));
    expect(written).toEqual([markdown]);
  });

  test('are none in a flow that did not change', async () => {
    await compare(callBackFlow);
    expect(screen.getByText('Nothing has changed in this flow.')).toHaveClass('note');
    expect(panel().querySelector('.other-flows')).toHaveTextContent(
      /^Something changed as well in Contact message, Scholarship \(added\), Old \(removed\)\.$/,
    );
    expect(screen.queryByRole('list')).toBeNull();
  });

  test('are none in a flow that is new', async () => {
    await compare(scholarshipFlow);
    expect(screen.getByText('The other build does not have this flow.')).toHaveClass('note');
  });

  test('name no other flow where nothing else changed', async () => {
    const [contact] = earlierBuild.flows;
    const [own] = laterBuild.flows;
    if (!contact || !own) throw new Error('There is no flow.');
    loadOwnBuild.mockResolvedValue({ build: 'two', flows: [own] });
    await compare(contactFlow, { build: 'one', flows: [contact] });
    expect(panel().querySelector('.other-flows')).toBeNull();
  });

  test('are closed again, and the panel has the focus', async () => {
    await compare(contactFlow);
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();
    fireEvent.click(close);
    expect(panel()).toHaveAttribute('data-state', 'closed');
    expect(panel()).toHaveFocus();
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
