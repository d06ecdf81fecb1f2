import { aboutText } from '../content/about.ts';
import { aboutFaq } from '../content/aboutFaq.ts';
import type { Faq } from '../content/faq.ts';
import { homeFaq } from '../content/homeFaq.ts';
import { mission } from '../content/mission.ts';
import { isPostSlug, postLoaders } from '../content/posts/loaders.ts';
import { blogText } from '../content/posts.ts';
import { featuredService } from '../content/services.ts';
import { site } from '../content/site.ts';

type Thing = Readonly<Record<string, unknown>>;

const absoluteUrl = (path: string) => `${site.origin}${path}`;
const ORGANISATION_ID = absoluteUrl('/#organisation');

const organisation = (description: string): Thing => ({
  '@type': 'EducationalOrganization',
  '@id': ORGANISATION_ID,
  name: site.name,
  description,
  url: absoluteUrl('/'),
  logo: absoluteUrl('/icon-512.png'),
  telephone: site.phone,
  email: site.email,
});

const faqPage = (questions: readonly Faq[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

const courseList: Thing = {
  '@type': 'ItemList',
  name: featuredService.title,
  itemListElement: featuredService.courses.map(({ id, title, text }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'Course',
      '@id': absoluteUrl(`/services#${id}`),
      url: absoluteUrl('/services'),
      name: title,
      description: text,
      provider: { '@type': 'EducationalOrganization', '@id': ORGANISATION_ID, name: site.name },
    },
  })),
};

const breadcrumbs = (trail: readonly { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(path),
  })),
});

async function blogPosting(slug: string, imagePath: string): Promise<Thing | null> {
  if (!isPostSlug(slug)) return null;
  const { title, date, author, category, tags } = await postLoaders[slug]();
  return {
    '@type': 'BlogPosting',
    headline: title,
    datePublished: date,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'EducationalOrganization', '@id': ORGANISATION_ID, name: site.name },
    image: absoluteUrl(imagePath),
    articleSection: category,
    keywords: tags.join(', '),
    mainEntityOfPage: absoluteUrl(`/blog/${slug}`),
  };
}

function breadcrumbsFor(path: string, heading: string) {
  if (path === '/') return null;
  const currentPage = { name: heading, path };
  return breadcrumbs(
    path.startsWith('/blog/') ? [{ name: blogText.heading, path: '/blog' }, currentPage] : [currentPage],
  );
}

/**
 * The structured data of a page, with texts that the page shows. Spec §2, About.
 *
 * @param path The canonical path of the page.
 * @param heading Its level-one heading.
 * @param imagePath The path of its social image.
 */
export async function structuredDataOf(path: string, heading: string, imagePath: string): Promise<object> {
  const things: (Thing | null)[] = [breadcrumbsFor(path, heading)];
  if (path === '/')
    things.push(
      organisation(mission.paragraphs[0]),
      { '@type': 'WebSite', name: site.name, url: absoluteUrl('/') },
      faqPage(homeFaq),
    );
  if (path === '/about') things.push(organisation(aboutText.intro), faqPage(aboutFaq));
  if (path === '/services') things.push(courseList);
  things.push(await blogPosting(path.replace('/blog/', ''), imagePath));
  return { '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== null) };
}
