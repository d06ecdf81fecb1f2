import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { createReport } from '../../src/visualiser/report/createReport.ts';
import { maskPicture } from '../../src/visualiser/report/maskPicture.ts';
import { SequencePanel } from '../../src/visualiser/sequence/SequencePanel.tsx';
import { timelineOf } from '../support/timelineOf.ts';

const { values } = contactCases.events.changed['everything valid'];
const typed = { type: 'changed', values: { ...values, name: 'Kiran Bedi' } };

const page = (body: string) =>
  `<!doctype html><html><head><style>.red{}</style></head><body>${body}</body></html>`;

test('the picture of a page is masked: what was typed, wherever it stands, and every field', () => {
  const mask = (text: string) => text.replaceAll('Kiran', 'Xxxxx').replaceAll('red', 'xxx');
  const masked = maskPicture(
    page(
      '<p class="red" title="Kiran">Thank you, <b>Kiran</b>!</p>' +
        '<input value="Kiran"><input type="email" value="a@b.in"><textarea>Hi 7</textarea>' +
        '<input type="radio" value="Grade 8"><button>Send Message</button>',
    ),
    mask,
  );
  expect(masked).not.toMatch(/Kiran|a@b\.in|Hi 7/);
  for (const kept of [
    '<!doctype html>',
    '.red{}',
    'class="red"',
    'Thank you, ',
    'Grade 8',
    'Send Message',
    'x@x.xx',
  ])
    expect(masked).toContain(kept);
});

test('a report has its pictures masked, or as they were where the tester says so', async () => {
  const picture = { html: page('<p>Thank you, Kiran Bedi</p>'), width: 390, height: 844 };
  const timeline = timelineOf(contactFlow, [typed], () => picture);
  const pictureOf = async (isMasked: boolean) => {
    const { steps } = await createReport(contactFlow, timeline, {
      isMasked,
      versions: {},
      origin: 'http://localhost:3000',
      draw: { chart: async () => '', sequence: async () => '' },
    });
    return steps.at(-1)?.picture?.html;
  };
  expect(await pictureOf(true)).toContain('Thank you, Xxxxx Xxxx');
  expect(await pictureOf(true)).not.toMatch(/Kiran|Bedi/);
  expect(await pictureOf(false)).toBe(picture.html);
});

test('the panel draws the sequence, and says the same in a list', async () => {
  const timeline = timelineOf(contactFlow, ['changed: everything valid', 'submitted: by the button']);
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
  const items = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
  expect(items.at(-1)).toBe('Machine → Server: send');
  await userEvent.click(screen.getByRole('button', { name: 'Every flow' }));
  expect(chosen).toEqual([true]);
});

test('the panel says that nothing has happened, and what is not drawn', () => {
  const many = timelineOf(
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
