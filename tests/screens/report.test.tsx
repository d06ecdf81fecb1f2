import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { SequencePanel } from '../../src/visualiser/sequence/SequencePanel.tsx';
import { simulatedTimeline } from '../support/simulatedTimeline.ts';

test('the panel draws the sequence, and says the same in a list', async () => {
  const timeline = simulatedTimeline(contactFlow, ['changed: everything valid', 'submitted: by the button']);
  const chosen: boolean[] = [];
  render(
    <SequencePanel
      flow={contactFlow}
      entries={timeline}
      areAllFlowsShown={false}
      onAllFlows={(areShown) => chosen.push(areShown)}
    />,
  );
  const picture = screen.getByRole('img', { name: /^Sequence of Contact message/ });
  expect(picture.textContent).toContain('submitted: by the button');
  const sizes = ['width', 'height', 'viewBox'].map((name) => picture.getAttribute(name));
  expect(sizes[2]).toBe(`0 0 ${sizes[0]} ${sizes[1]}`);
  expect(Number(sizes[0])).toBeGreaterThan(0);
  const items = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
  expect(items.at(-1)).toBe('Machine → Server: send');
  await userEvent.click(screen.getByRole('button', { name: 'Every flow' }));
  expect(chosen).toEqual([true]);
});

test('the panel says that nothing has happened, and what is not drawn', () => {
  const many = simulatedTimeline(
    contactFlow,
    Array.from({ length: 150 }, (_, index) => (index % 2 === 0 ? 'changed: no phone' : 'changed: no name')),
  );
  const panel = (entries: typeof many) => (
    <SequencePanel flow={contactFlow} entries={entries} areAllFlowsShown={false} onAllFlows={() => {}} />
  );
  const { container, rerender } = render(panel([]));
  expect(within(container).getByText('Nothing has happened on the page yet.')).toBeTruthy();
  expect(within(container).getByRole('button', { name: 'Save as SVG' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  rerender(panel(many));
  expect(within(container).getByText(/^The 52 oldest entries are not drawn here/)).toBeTruthy();
});
