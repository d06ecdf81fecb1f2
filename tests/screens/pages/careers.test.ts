import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { careersText } from '../../../src/content/careers.ts';
import { postings } from '../../../src/content/postings.ts';
import { test } from '../openPage.ts';
import { outline } from './outline.ts';

/** §2, §3, §4 Careers: the openings by category, and why to join. */

/** The facts of each posting. Spec §3, Job posting. */
const jobs = [
  ['Math Tutor', 'Part-time', 'Remote', '1+ years', '₹30,000-40,000/month'],
  ['English Instructor', 'Full-time', 'New Delhi', '2+ years', '₹30,000-40,000/month'],
  ['Frontend Developer', 'Full-time', 'Bangalore', '3+ years', '₹6-8 LPA'],
  ['Content Writer', 'Freelance', 'Remote', '1+ years', 'Not disclosed'],
] as const;

const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

test('Careers shows the four postings, each with its facts and a button of its own', async ({ open }) => {
  await open('/careers');
  expect(outline(screen.getByRole('main')).slice(0, 3)).toEqual([
    'h1 Careers',
    `p ${careersText.tagline}`,
    `p ${careersText.intro}`,
  ]);
  expect(screen.getAllByRole('article').map(outline)).toEqual(
    jobs.map(([title, type, location, experience, salary], index) => [
      `h2 ${title}`,
      'dt Type',
      `dd ${type}`,
      'dt Location',
      `dd ${location}`,
      'dt Experience',
      `dd ${experience}`,
      'dt Salary',
      `dd ${salary}`,
      `p ${postings[index]?.description}`,
      'button Apply Now',
    ]),
  );
  const buttons = screen.getAllByRole('button', { name: 'Apply Now' });
  expect(buttons.map((button) => button.getAttribute('aria-describedby'))).toEqual(
    screen.getAllByRole('article').map((card) => within(card).getByRole('heading').id),
  );
});

test.for([
  ['All Positions', ['Math Tutor', 'English Instructor', 'Frontend Developer', 'Content Writer']],
  ['Teaching', ['Math Tutor', 'English Instructor']],
  ['Technical', ['Frontend Developer']],
  ['Content', ['Content Writer']],
] as const)('the category "%s" shows its own postings', async ([category, expected], { open }) => {
  await open('/careers');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All Positions',
    'Teaching',
    'Technical',
    'Content',
  ]);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('All Positions');
  fireEvent.click(screen.getByRole('tab', { name: category }));
  expect(titles()).toEqual(expected);
  expect(screen.getByRole('tabpanel', { name: category })).toContainElement(screen.getByText(expected[0]));
});

test('Why Join has three cards', async ({ open }) => {
  await open('/careers');
  expect(outline(screen.getByRole('region', { name: 'Why Join' }))).toEqual([
    'h2 Why Join',
    'h3 Flexible Work',
    expect.stringMatching(/remote options and flexible schedules/i),
    'h3 Competitive Pay',
    expect.stringMatching(/competitive salaries and performance bonuses/i),
    'h3 Growth Opportunities',
    expect.stringMatching(/professional development and career paths/i),
  ]);
});

test('the application says before it is sent that it is not: it is to be written by e-mail too', async ({
  open,
}) => {
  const page = await open('/careers', 'jobApplication');
  await page.user.press('Apply Now', 'button', 'Content Writer');
  const dialog = screen.getByRole('dialog', { name: 'Apply for Content Writer' });
  expect(dialog).toHaveTextContent(careersText.unsent);
  expect(within(dialog).getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
});
