import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { coursesText } from '../../../src/content/courses.ts';
import { curriculum, gradeBands, subjects } from '../../../src/content/curriculum.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { test } from '../openPage.ts';
import { links, outline } from './outline.ts';

/** §2, §3, §4 Courses: the topics of each subject and grade band. */

const STRANDS = ['Core Learning', 'Competitive Edge', 'Future Skills'];

const choose = (role: 'tab' | 'button', name: string) => fireEvent.click(screen.getByRole(role, { name }));

/** Returns the chosen tab and button, and the topics of each strand. */
const shown = () => [
  screen.getByRole('tab', { selected: true }).textContent,
  screen.getByRole('button', { pressed: true }).textContent,
  ...STRANDS.map((name) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ),
];

test('Courses begins with math for the Grades 5-6', async ({ open }) => {
  await open('/courses');
  const main = screen.getByRole('main');
  expect(outline(main).slice(0, 12)).toEqual([
    'h1 Future-Ready Curriculum',
    'p Skill-based learning for Grades 5-10 with competitive edge',
    ...['Math', 'English', 'Science', 'EVS', 'ICT'].map((subject) => `button ${subject}`),
    'legend Grade',
    ...['5-6', '7-8', '9-10'].map((band) => `button Grades ${band}`),
    'h2 Core Learning',
  ]);
  const [subject, band, core] = shown();
  expect([subject, band]).toEqual(['Math', 'Grades 5-6']);
  expect(core).toEqual(['Math Puzzles', 'Vedic Math Basics', 'Fraction Visualization']);
  const action = screen.getByRole('region', { name: coursesText.callToAction.heading });
  expect(action).toHaveTextContent(coursesText.callToAction.text);
  expect(links(action)).toEqual(['Register → /register-re', 'Ask us → /contact']);
});

test('each of the 15 pairs of subject and grade shows its own three lists', async ({ open }) => {
  await open('/courses');
  for (const { id: subject, label } of nonEmpty(subjects))
    for (const band of nonEmpty(gradeBands)) {
      choose('button', band.label);
      choose('tab', label);
      const { core, competitive, future } = curriculum[subject][band.id];
      expect(shown()).toEqual([label, band.label, core, competitive, future]);
    }
  choose('tab', 'ICT');
  expect(shown()[2]).toEqual(['AI/ML Fundamentals', 'Web3 Basics', 'Cloud Computing']);
  expect(screen.getByRole('tabpanel', { name: 'ICT' })).toContainElement(screen.getByText('Web3 Basics'));
});

test('the 15 pairs have 135 topics, and no list is that of another', () => {
  const lists = Object.values(curriculum).flatMap((bands) =>
    Object.values(bands).flatMap(({ core, competitive, future }) => [core, competitive, future]),
  );
  expect(lists.flat()).toHaveLength(135);
  expect(new Set(lists.map((list) => list.join())).size).toBe(45);
});
