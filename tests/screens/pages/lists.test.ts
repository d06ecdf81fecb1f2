import { fireEvent, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { careersText } from '../../../src/content/careers.ts';
import { coursesText } from '../../../src/content/courses.ts';
import { curriculum, gradeBands, subjects } from '../../../src/content/curriculum.ts';
import { postings } from '../../../src/content/postings.ts';
import { postLoaders } from '../../../src/content/posts/loaders.ts';
import { blogText, posts } from '../../../src/content/posts.ts';
import { site } from '../../../src/content/site.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { links, outline, test } from '../fixtures.ts';

/**
 * §2, §3, §4, §8 The pages with lists: the posts of the blog, the openings of Careers, and the topics of Courses.
 */

/** The two posts as the specification and the site name them. */
const known = [
  {
    slug: 'how-to-improve-math-skills',
    title: 'How to Improve Your Math Skills',
    facts: 'Mathematics, 5 August 2025, 5 min read, Meenakshi Iyer',
    tags: ['math', 'learning', 'exams'],
  },
  {
    slug: 'future-ready-skills',
    title: 'Future-Ready Skills for Grades 5-10',
    facts: 'Future Skills, 19 August 2025, 8 min read, Rekha Chauhan',
    tags: ['technology', 'learning', 'education'],
  },
] as const;

const EMPTY = 'No blog posts found in this category.';

const titles = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('article')
    .map((card) => within(card).getByRole('link').textContent);

test('the list has a card of each post with all its details', async ({ open }) => {
  await open('/blog');
  const cards = within(screen.getByRole('main')).getAllByRole('article');
  expect(cards.map((card) => [...outline(card), ...links(card)])).toEqual(
    known.map(({ slug, title, facts }, index) => {
      const [category, date, readTime] = facts.split(', ');
      return [
        `p ${category}`,
        `h2 ${title}`,
        `p ${posts[index]?.excerpt}`,
        `p ${date} ${readTime}`,
        `${title} → /blog/${slug}`,
      ];
    }),
  );
  expect(cards.map((card) => card.querySelector('time')?.dateTime)).toEqual(['2025-08-05', '2025-08-19']);
  expect(cards.map((card) => /post-[\w-]+(?=\.svg)/.exec(card.querySelector('img')?.src ?? '')?.[0])).toEqual(
    ['post-math-skills', 'post-future-skills'],
  );
  expect(screen.getByRole('main')).toHaveTextContent(blogText.intro);
});

test.for([
  ['/blog', 'Blog', 'All', [known[0].title, known[1].title]],
  ['/blog/category/mathematics', 'Mathematics Articles', 'Mathematics', [known[0].title]],
  ['/blog/category/MATHEMATICS', 'Mathematics Articles', null, [known[0].title]],
  ['/blog/category/science', 'Science Articles', 'Science', []],
  ['/blog/category/english', 'English Articles', 'English', []],
  ['/blog/category/study-skills', 'Study Skills Articles', 'Study Skills', []],
  ['/blog/category/future-skills', 'Future Skills Articles', 'Future Skills', []],
  ['/blog/category/competitive-exams', 'Competitive Exam Articles', 'Competitive Exams', []],
  ['/blog/category/cricket', 'Blog', null, []],
] as const)(
  '%s shows the posts of its category, and marks it',
  async ([path, heading, current, expected], { open }) => {
    await open(path);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(new RegExp(`^${heading}$`));
    expect(titles()).toEqual(expected);
    expect(screen.queryByText(EMPTY) !== null).toBe(expected.length === 0);
    const categories = screen.getByRole('navigation', { name: 'Categories' });
    const marked = within(categories).queryAllByRole('link', { current: 'page' });
    expect(marked.map(({ textContent }) => textContent)).toEqual(current === null ? [] : [current]);
  },
);

test.for(['/blog', '/blog/category/science', `/blog/${known[0].slug}`, '/blog/no-such-post'])(
  '%s has the seven categories and the five popular tags beside it',
  async (path, { open }) => {
    await open(path);
    expect(links(screen.getByRole('navigation', { name: 'Categories' }))).toEqual([
      'All → /blog',
      'Mathematics → /blog/category/mathematics',
      'Science → /blog/category/science',
      'English → /blog/category/english',
      'Study Skills → /blog/category/study-skills',
      'Future Skills → /blog/category/future-skills',
      'Competitive Exams → /blog/category/competitive-exams',
    ]);
    expect(links(screen.getByRole('navigation', { name: 'Popular Tags' }))).toEqual(
      ['math', 'learning', 'exams', 'technology', 'education'].map((tag) => `${tag} → /blog/tag/${tag}`),
    );
  },
);

test.for(known)(
  'the post $slug has its details, whole text, contents, tags and next post',
  async (post, { open }) => {
    const { slug, title, facts, tags } = post;
    const [category, date, , author] = facts.split(', ');
    const { content, seoDescription } = await postLoaders[slug]();
    const { network } = await open(`/blog/${slug}`, 'blogPost');
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Loading...');
    await network.replyForPost('loaded');
    expect(outline(screen.getByRole('main')).slice(0, 3)).toEqual([
      `p ${category}`,
      `h1 ${title}`,
      `p By ${author} ${date}`,
    ]);
    const article = screen.getByRole('article', { name: title });
    const written = document.createElement('div');
    written.innerHTML = content;
    const blocks = (root: Element) =>
      [...root.querySelectorAll('h2, h3, p, li')].map(({ outerHTML }) => outerHTML);
    expect(blocks(written).length).toBeGreaterThan(20);
    expect(blocks(article).slice(0, blocks(written).length)).toEqual(blocks(written));
    const contents = nonEmpty(screen.getByRole('navigation', { name: 'On this page' }).querySelectorAll('a'));
    expect(contents.map((link) => article.querySelector(link.hash)?.outerHTML)).toEqual(
      [...written.querySelectorAll('h2')].map(({ outerHTML }) => outerHTML),
    );
    const next = nonEmpty(known.filter((other) => other.slug !== slug));
    expect(links(screen.getByRole('navigation', { name: 'Read next' }))).toEqual(
      next.map((other) => `${other.title} → /blog/${other.slug}`),
    );
    const list = within(article).getByRole('list', { name: 'Tags' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(tags);
    expect(document.title).toBe(`${title} | ${site.name}`);
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute('content', seoDescription);
  },
);

test('an unknown post shows "Loading..." for good, and is not indexed', async ({ open }) => {
  const { clock } = await open('/blog/no-such-post', 'blogPost');
  await clock.advance(150_000);
  const main = screen.getByRole('main');
  expect(outline(main).slice(0, 2)).toEqual(['h1 Loading...', 'h2 Categories']);
  expect(main).not.toHaveTextContent('could not be loaded');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(document.querySelector('link[rel="canonical"]')).toBeNull();
});

test('a post has headings, paragraphs, lists and emphasis, and nothing that acts', async ({ open }) => {
  const rows = [
    ['<h2>A</h2><p>B <em>C</em> <strong>D</strong></p><ol><li>E</li></ol>', null],
    ['<p>A</p><script>alert(1)</script>', '<p>A</p>alert(1)'],
    ['<p>A <a href="/evil">B</a></p>', '<p>A B</p>'],
    ['<p onclick="alert(1)">A</p>', 'A'],
    ['<h2 id="a" onclick="alert(1)">A</h2>', 'A'],
    ['<p id="a">A</p>', '<p>A</p>'],
    ['<p>A<img src="x"><!-- B --></p>', '<p>A</p>'],
    ['<p>A <em>B</p> C</em> D</p>', '<p>A <em>B C</em> D</p>'],
  ] as const;
  const [{ slug, title }] = known;
  const post = await postLoaders[slug]();
  for (const [content, shown] of nonEmpty(rows)) {
    vi.spyOn(postLoaders, slug).mockResolvedValue({ ...post, content });
    const { network } = await open(`/blog/${slug}`, 'blogPost');
    await network.replyForPost('loaded');
    expect(screen.getByRole('article', { name: title }).innerHTML).toContain(shown ?? content);
  }
});

/** The facts of each posting. Spec §3, Job posting. */
const jobs = [
  ['Math Tutor', 'Part-time', 'Remote', '1+ years', '₹30,000-40,000/month'],
  ['English Instructor', 'Full-time', 'New Delhi', '2+ years', '₹30,000-40,000/month'],
  ['Frontend Developer', 'Full-time', 'Bangalore', '3+ years', '₹6-8 LPA'],
  ['Content Writer', 'Freelance', 'Remote', '1+ years', 'Not disclosed'],
] as const;

const openingTitles = () =>
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
  expect(openingTitles()).toEqual(expected);
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

test('the application says before sending that it goes by e-mail too', async ({ open }) => {
  const page = await open('/careers', 'jobApplication');
  await page.user.press('Apply Now', 'button', 'Content Writer');
  const dialog = screen.getByRole('dialog', { name: 'Apply for Content Writer' });
  expect(dialog).toHaveTextContent(careersText.unsent);
  expect(within(dialog).getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
});

const STRANDS = ['Core Learning', 'Competitive Edge', 'Future Skills'];

const choose = (role: 'tab' | 'button', name: string) => fireEvent.click(screen.getByRole(role, { name }));

/** The chosen tab and button, and the topics of each strand. */
const shown = () => [
  screen.getByRole('tab', { selected: true }).textContent,
  screen.getByRole('button', { pressed: true }).textContent,
  ...STRANDS.map((name) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('strong')?.textContent),
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
