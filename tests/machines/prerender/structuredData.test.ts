import { expect, test } from 'vitest';
import { placeholderOrigin, placeholderSite } from '../../../machines/site.ts';
import { aboutText } from '../../../src/content/about.ts';
import { aboutFaq } from '../../../src/content/aboutFaq.ts';
import { homeFaq } from '../../../src/content/homeFaq.ts';
import { mission } from '../../../src/content/mission.ts';
import { featuredService } from '../../../src/content/services.ts';
import { structuredDataOf } from '../../../src/prerender/structuredData.ts';

/** What search engines are told of a page, in the words of schema.org. */

const organisationId = `${placeholderOrigin}/#organisation`;

const organisation = (description: string) => ({
  '@type': 'EducationalOrganization',
  '@id': organisationId,
  name: placeholderSite.name,
  description,
  url: `${placeholderOrigin}/`,
  logo: `${placeholderOrigin}/icon-512.png`,
  telephone: placeholderSite.phone,
  email: placeholderSite.email,
});

const faqPage = (questions: readonly { question: string; answer: string }[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

const breadcrumbs = (...trail: (readonly [name: string, path: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${placeholderOrigin}${path}`,
  })),
});

const HOME = ['Home', '/'] as const;

const dataOf = (path: string, heading = 'Heading') => structuredDataOf(path, heading, '/social/a.png');

const graph = (...things: object[]) => ({ '@context': 'https://schema.org', '@graph': things });

test('the home page: the organisation, the site and the questions', async () => {
  expect(await dataOf('/')).toEqual(
    graph(
      organisation(mission.paragraphs[0]),
      { '@type': 'WebSite', name: placeholderSite.name, url: `${placeholderOrigin}/` },
      faqPage(homeFaq),
    ),
  );
});

test('the About page: its place, the organisation and its questions', async () => {
  expect(await dataOf('/about', 'About us')).toEqual(
    graph(breadcrumbs(HOME, ['About us', '/about']), organisation(aboutText.intro), faqPage(aboutFaq)),
  );
});

test('the services: the five courses in their order', async () => {
  const courses = featuredService.courses.map(({ id, title, text }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'Course',
      '@id': `${placeholderOrigin}/services#${id}`,
      url: `${placeholderOrigin}/services`,
      name: title,
      description: text,
      provider: { '@type': 'EducationalOrganization', '@id': organisationId, name: placeholderSite.name },
    },
  }));
  expect(courses).toHaveLength(5);
  expect(await dataOf('/services')).toEqual(
    graph(breadcrumbs(HOME, ['Heading', '/services']), {
      '@type': 'ItemList',
      name: featuredService.title,
      itemListElement: courses,
    }),
  );
});

test('a post: its place below the blog, its day, its author and its image', async () => {
  expect(await dataOf('/blog/future-ready-skills', 'Skills')).toEqual(
    graph(breadcrumbs(HOME, ['Blog', '/blog'], ['Skills', '/blog/future-ready-skills']), {
      '@type': 'BlogPosting',
      headline: 'Future-Ready Skills for Grades 5-10',
      datePublished: '2025-08-19',
      author: { '@type': 'Person', name: expect.stringMatching(/^[A-Z]\S+ \S/) },
      publisher: { '@type': 'EducationalOrganization', '@id': organisationId, name: placeholderSite.name },
      image: `${placeholderOrigin}/social/a.png`,
      articleSection: 'Future Skills',
      keywords: expect.stringMatching(/^[^,]+(, [^,]+)+$/),
      mainEntityOfPage: `${placeholderOrigin}/blog/future-ready-skills`,
    }),
  );
});

test.each([
  ['/contact', [HOME, ['Heading', '/contact']]],
  ['/blog', [HOME, ['Heading', '/blog']]],
  ['/blog/category/science', [HOME, ['Blog', '/blog'], ['Heading', '/blog/category/science']]],
] as const)('%s: only its place among the pages', async (path, trail) => {
  expect(await dataOf(path)).toEqual(graph(breadcrumbs(...trail)));
});
