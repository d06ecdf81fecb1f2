import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { coursesText } from '../../../src/content/courses.ts';
import { curriculum, gradeBands, subjects } from '../../../src/content/curriculum.ts';
import { site } from '../../../src/content/site.ts';
import { CoursesScreen } from '../../../src/screens/courses/CoursesScreen.tsx';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2 Courses: the topics of each subject and grade band. */

afterEach(cleanup);

const STRANDS = ['Core Learning', 'Competitive Edge', 'Future Skills'];

const choose = (role: 'tab' | 'button', name: string) => fireEvent.click(screen.getByRole(role, { name }));

/** Returns the topics on each card. */
const cards = () =>
  STRANDS.map((name) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  );

const selection = () => [
  screen.getByRole('tab', { selected: true }).textContent,
  screen.getByRole('button', { pressed: true }).textContent,
];

test('its texts and its links', () => {
  const { container } = renderOnPage(<CoursesScreen />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Future-Ready Curriculum$/);
  expect(container.querySelector('.tagline')).toHaveTextContent(
    /^Skill-based learning for Grades 5-10 with competitive edge$/,
  );
  expect(screen.getByText('Grades 5-10')).toHaveClass('no-wrap');
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `${site.origin}/courses`);
  const action = screen.getByRole('region', { name: coursesText.callToAction.heading });
  expect(action).toHaveTextContent(coursesText.callToAction.text);
  const links = within(action).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Register', '/register-re'],
    ['Ask us', '/contact'],
  ]);
});

test('at first: math for the Grades 5-6', () => {
  const { container } = renderOnPage(<CoursesScreen />);
  expect(selection()).toEqual(['Math', 'Grades 5-6']);
  expect(cards()[0]).toEqual(['Math Puzzles', 'Vedic Math Basics', 'Fraction Visualization']);
  expect(container.querySelector('[data-flow="curriculum"]')).toBeInTheDocument();
  const tabs = within(screen.getByRole('tablist', { name: 'Subject' })).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Math', 'English', 'Science', 'EVS', 'ICT']);
  const bands = within(screen.getByRole('group', { name: 'Grade' })).getAllByRole('button');
  expect(bands.map(({ textContent }) => textContent)).toEqual(['Grades 5-6', 'Grades 7-8', 'Grades 9-10']);
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(STRANDS);
});

test('the cards follow the subject and the grade', () => {
  const { container } = renderOnPage(<CoursesScreen />);
  choose('tab', 'ICT');
  choose('button', 'Grades 9-10');
  expect(selection()).toEqual(['ICT', 'Grades 9-10']);
  expect(cards()[0]).toEqual(['AI/ML Fundamentals', 'Web3 Basics', 'Cloud Computing']);
  expect(screen.getByRole('tabpanel', { name: 'ICT' })).toContainElement(screen.getByText('Web3 Basics'));
  expect(screen.getByRole('tabpanel')).toHaveAttribute('id', 'curriculum-panel');
  expect([...container.querySelectorAll('.card')].map(({ className }) => className)).toEqual([
    ...['card strand-core', 'card strand-competitive', 'card strand-future'],
  ]);
  expect(container.querySelector('img')?.getAttribute('src')).toContain('subject-ict');
  choose('tab', 'English');
  expect(selection()).toEqual(['English', 'Grades 9-10']);
  const { core, competitive, future } = curriculum.english['9-10'];
  expect(cards()).toEqual([core, competitive, future]);
});

test('without scripts: all topics, each at its subject, grade and strand', () => {
  document.body.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <CoursesScreen />
    </MemoryRouter>,
  ).replaceAll('noscript', 'main');
  const all = document.querySelector('main');
  const found = [...(all?.querySelectorAll(':scope > section') ?? [])].map((subject) => [
    subject.querySelector('h2')?.textContent,
    ...[...subject.querySelectorAll('section')].map((band) => [
      band.querySelector('h3')?.textContent,
      ...[...band.querySelectorAll('dl > div')].map((strand) => [
        strand.querySelector('dt')?.textContent,
        ...[...strand.querySelectorAll('dd li')].map((topic) => topic.textContent),
      ]),
    ]),
  ]);
  expect(found).toEqual(
    subjects.map((subject) => [
      subject.label,
      ...gradeBands.map((band) => {
        const { core, competitive, future } = curriculum[subject.id][band.id];
        return [
          band.label,
          ['Core Learning', ...core],
          ['Competitive Edge', ...competitive],
          ['Future Skills', ...future],
        ];
      }),
    ]),
  );
  document.body.replaceChildren();
});
