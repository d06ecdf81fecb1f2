import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { careersText } from '../../../src/content/careers.ts';
import * as content from '../../../src/content/postings.ts';
import { site } from '../../../src/content/site.ts';
import { jobApplication } from '../../../src/flows/jobApplication.ts';
import { CareersScreen } from '../../../src/screens/careers/CareersScreen.tsx';
import { JobApplicationDialog } from '../../../src/screens/careers/JobApplicationDialog.tsx';
import { applyButtonId, JobCard } from '../../../src/screens/careers/JobCard.tsx';
import { Openings } from '../../../src/screens/careers/Openings.tsx';
import { WhyJoin } from '../../../src/screens/careers/WhyJoin.tsx';
import { settle } from '../../drivers/dom/settle.ts';

/** §2, §3, §4 Careers: the openings by category, and the application for one of them. */

const [onApply, alerting] = [vi.fn(), vi.fn()];

beforeEach(() => void vi.stubGlobal('alert', alerting));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  onApply.mockReset();
  alerting.mockReset();
});

const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('the openings', () => {
  const jobs = () =>
    textsOf(screen.queryAllByRole('article').map((card) => within(card).getByRole('heading')));
  const choose = (tab: string) => fireEvent.click(screen.getByRole('tab', { name: tab }));
  const selected = () => textsOf(screen.getAllByRole('tab', { selected: true }));

  test('all are shown at first; a category shows its own', () => {
    render(<Openings onApply={onApply} />);
    const all = ['Math Tutor', 'English Instructor', 'Frontend Developer', 'Content Writer'];
    expect([selected(), jobs()]).toEqual([['All Positions'], all]);
    expect(
      textsOf(within(screen.getByRole('tablist', { name: 'Job categories' })).getAllByRole('tab')),
    ).toEqual([...['All Positions', 'Teaching', 'Technical', 'Content']]);
    choose('Teaching');
    expect([selected(), jobs()]).toEqual([['Teaching'], ['Math Tutor', 'English Instructor']]);
    const panel = screen.getByRole('tabpanel', { name: 'Teaching' });
    expect(panel).toContainElement(screen.getByText('Math Tutor'));
    expect(panel).toHaveAttribute('id', 'openings-panel');
    choose('Technical');
    expect([selected(), jobs()]).toEqual([['Technical'], ['Frontend Developer']]);
    choose('Content');
    expect([selected(), jobs()]).toEqual([['Content'], ['Content Writer']]);
    choose('All Positions');
    expect([selected(), jobs()]).toEqual([['All Positions'], all]);
  });

  test('a category without any says so', () => {
    const left = content.postings.filter(({ category }) => category !== 'technical');
    vi.spyOn(content, 'postings', 'get').mockReturnValue(left);
    render(<Openings onApply={onApply} />);
    expect(screen.getByRole('region', { name: 'Openings' })).toHaveAttribute('data-flow', 'openings');
    choose('Technical');
    const panel = screen.getByRole('tabpanel', { name: 'Technical' });
    expect(panel).toHaveTextContent(/^No current openings in this category\. Check back later!$/);
    expect(panel.querySelector('img')).toHaveAttribute('alt', '');
    expect(jobs()).toEqual([]);
  });

  test('without scripts: how to apply', () => {
    expect(renderToStaticMarkup(<Openings onApply={onApply} />)).toContain(
      `Applying on this page needs JavaScript. You can also send your CV to <a href="${site.emailHref}">`,
    );
  });

  test('a job: each fact at its label, and its button', () => {
    const posting = content.postings[2];
    if (!posting) throw new Error('There is no such posting.');
    render(<JobCard posting={posting} onApply={onApply} />);
    const card = screen.getByRole('article', { name: 'Frontend Developer' });
    const facts = within(card)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Type', 'Full-time'],
      ['Location', 'Bangalore'],
      ['Experience', '3+ years'],
      ['Salary', '₹6-8 LPA'],
    ]);
    expect(card).toHaveTextContent(posting.description);
    const button = within(card).getByRole('button', { name: 'Apply Now' });
    expect(button).toHaveAccessibleDescription('Frontend Developer');
    expect(button).toHaveAttribute('aria-haspopup', 'dialog');
    expect([button.id, applyButtonId({ id: 3 })]).toEqual(['apply-3', 'apply-3']);
    fireEvent.click(button);
    expect(onApply.mock.calls).toEqual([[{ id: 3, title: 'Frontend Developer' }]]);
  });
});

test('why join: three cards', () => {
  render(<WhyJoin />);
  const cards = within(screen.getByRole('region', { name: 'Why Join' })).getAllByRole('listitem');
  expect(textsOf(cards)).toEqual(content.whyJoin.cards.map(({ title, text }) => `${title}${text}`));
  expect(textsOf(screen.getAllByRole('heading', { level: 3 }))).toEqual([
    ...['Flexible Work', 'Competitive Pay', 'Growth Opportunities'],
  ]);
});

describe('the application', () => {
  const dialog = () => document.querySelector('dialog');
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  const submit = () => fireEvent.submit(document.querySelector('dialog form') ?? document);

  /** Opens the application for the job at an index of the list. */
  function open(index = 0) {
    const button = screen.getAllByRole('button', { name: 'Apply Now' })[index];
    if (button) fireEvent.click(button);
  }

  test('the page, whose dialog is there, but closed, before a job is chosen', () => {
    const { container } = render(<CareersScreen />);
    expect(textsOf(screen.getAllByRole('heading', { level: 1 }))).toEqual(['Careers']);
    for (const text of [careersText.tagline, careersText.intro] as const)
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `${site.origin}/careers`);
    expect(screen.getByRole('region', { name: 'Why Join' })).toBeInTheDocument();
    expect(dialog()).not.toHaveAttribute('open');
    expect(container.querySelector('.dialog form')).toBeInTheDocument();
    expect(container.querySelector('[data-flow="jobApplication"]')).toHaveAttribute('data-state', 'closed');
  });

  test('a dialog for the job, with its fields', () => {
    render(<CareersScreen />);
    open(1);
    expect(screen.getByRole('dialog', { name: 'Apply for English Instructor' })).toHaveAttribute(
      'id',
      'job-application',
    );
    expect(field('Full Name*')).toHaveFocus();
    const what = ['id', 'type', 'inputmode', 'autocomplete', 'pattern', 'title', 'required', 'value'];
    const attributesOf = (label: string) => what.map((name) => field(label).getAttribute(name));
    expect(attributesOf('Full Name*')).toEqual([
      'jobApplication-name',
      'text',
      null,
      'name',
      null,
      null,
      '',
      '',
    ]);
    expect(attributesOf('Email*')).toEqual([
      ...['jobApplication-email', 'email', 'email', 'email', null, null, '', ''],
    ]);
    expect(attributesOf('Phone*')).toEqual([
      ...['jobApplication-phone', 'tel', 'tel', 'tel', expect.any(String), 'Ten digits', '', ''],
    ]);
    expect(new RegExp(`^(?:${field('Phone*').pattern})$`, 'v').test('9876543210')).toBe(true);
    expect(field('Phone*')).toHaveAccessibleDescription('Ten digits');
    expect(attributesOf('Resume/CV*').slice(0, 2)).toEqual(['jobApplication-resume', 'file']);
    expect(field('Resume/CV*').name).toBe('resume');
    expect(field('Resume/CV*')).toHaveAttribute('accept', '.pdf,.doc,.docx');
    expect(field('Resume/CV*')).toHaveAccessibleDescription(/^PDF, DOC or DOCX/);
    expect(field('Cover Letter')).not.toBeRequired();
    expect(field('Cover Letter')).toHaveAccessibleDescription('Optional');
    expect(field('Cover Letter')).toHaveAttribute('rows', '4');
    expect(field('Cover Letter')).toHaveAttribute('placeholder', "Tell us why you'd be a great fit...");
    expect(dialog()).toHaveTextContent(careersText.unsent);
    expect(screen.getByRole('link', { name: site.email })).toHaveAttribute('href', site.emailHref);
    expect([document.querySelector('form')?.id, document.querySelector('form')?.noValidate]).toEqual([
      ...['jobApplication-form', true],
    ]);
  });

  test('its button and Escape close it, and what was typed is kept for its job', () => {
    render(<CareersScreen />);
    open(0);
    type('Full Name*', 'Asha');
    type('Cover Letter', 'I like to teach.');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialog()?.open).toBe(false);
    expect(document.activeElement).toHaveAttribute('id', 'apply-1');
    open(0);
    expect([field('Full Name*').value, field('Cover Letter').value]).toEqual(['Asha', 'I like to teach.']);
    act(() => dialog()?.close());
    expect(document.querySelector('.careers')).toHaveAttribute('data-state', 'closed');
    open(1);
    expect(field('Full Name*')).toHaveValue('');
  });

  test('the chosen file, and that another kind is not taken', async () => {
    render(<CareersScreen />);
    open(0);
    const user = userEvent.setup({ applyAccept: false });
    expect(screen.getByText('Choose File')).toBeInTheDocument();
    await user.upload(field('Resume/CV*'), new File(['%PDF'], 'asha.pdf'));
    expect(screen.getByText('asha.pdf')).toBeInTheDocument();
    const first = field('Resume/CV*');
    await user.upload(first, []);
    expect(screen.getByText('Choose File')).toBeInTheDocument();
    await user.upload(first, new File(['text'], 'asha.txt'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^This kind of file is not taken\. Please choose a PDF, DOC or DOCX file\.$/,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    open(1);
    expect(field('Resume/CV*')).not.toBe(first);
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  test('it is thanked for, is empty again, and makes no call', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch');
    render(<CareersScreen />);
    open(0);
    for (const [label, value] of [
      ['Full Name*', 'Asha'],
      ['Email*', 'asha@example.com'],
      ['Phone*', '9876543210'],
    ] as const)
      type(label, value);
    await userEvent.upload(field('Resume/CV*'), new File(['%PDF'], 'asha.pdf'));
    expect(submit()).toBe(false);
    expect(alerting.mock.calls).toEqual([
      ["Thank you for applying to Math Tutor! We'll review your application and get back to you soon."],
    ]);
    expect([dialog()?.open, fetching.mock.calls]).toEqual([false, []]);
    open(0);
    const labels = ['Full Name*', 'Email*', 'Phone*'];
    expect(labels.map((label) => field(label).value)).toEqual(['', '', '']);
  });

  test('an incomplete one is reported by the browser', () => {
    const reporting = vi.spyOn(HTMLFormElement.prototype, 'reportValidity');
    render(<CareersScreen />);
    open(0);
    fireEvent.click(screen.getByRole('button', { name: 'Submit Application' }));
    expect([reporting.mock.calls.length, dialog()?.open]).toEqual([1, true]);
  });

  test('after a reload the file has to be chosen again', async () => {
    const draft = {
      isOpen: true,
      job: { id: 1, title: 'Math Tutor' },
      values: { name: 'Asha', email: '', phone: '', coverLetter: '' },
      resume: 'asha.pdf',
    };
    sessionStorage.setItem('jobApplication', JSON.stringify({ savedAt: Date.now(), draft }));
    render(<CareersScreen />);
    await settle();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^The page was loaded again, and files are not kept\. Please choose asha\.pdf again\.$/,
    );
    expect(field('Full Name*')).toHaveValue('Asha');
  });

  test('a file that is refused is said before one that was lost', () => {
    const context = {
      ...{ job: { id: 1, title: 'Math Tutor' }, resume: null, resumeBeforeReload: 'asha.pdf' },
      values: { name: '', email: '', phone: '', coverLetter: '' },
    };
    const snapshot = jobApplication.machine.resolveState({ value: { open: 'fileRefused' }, context });
    render(<JobApplicationDialog snapshot={snapshot} send={vi.fn()} />);
    expect(screen.getByRole('alert')).toHaveTextContent(/^This kind of file/);
  });
});
