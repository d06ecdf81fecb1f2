import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { postLoaders } from '../../../src/content/posts/loaders.ts';
import { blogText, type PostDetail, posts } from '../../../src/content/posts.ts';
import { site } from '../../../src/content/site.ts';
import { BlogLayout } from '../../../src/screens/blog/BlogLayout.tsx';
import { BlogList } from '../../../src/screens/blog/BlogList.tsx';
import { BlogPost } from '../../../src/screens/blog/BlogPost.tsx';
import { BlogScreen, preloadBlog } from '../../../src/screens/blog/BlogScreen.tsx';
import { PostCard } from '../../../src/screens/blog/PostCard.tsx';
import { settle } from '../../drivers/dom/settle.ts';
import { renderOnPage } from '../../support/renderOnPage.tsx';

/** §2, §4 The blog: its list, its categories and its posts. */

const MATH = 'how-to-improve-math-skills';
const FUTURE = 'future-ready-skills';
const [mathPost, futurePost] = posts;

/** The loaders of the posts, which a test lets wait or fail. */
const loading = vi.spyOn(postLoaders, MATH);

beforeEach(() => void loading.mockReset());

afterEach(cleanup);

const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const cards = () =>
  textsOf(screen.queryAllByRole('article').map((card) => within(card).getByRole('heading')));
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null;

test('every page of the blog: header, content and sidebar', () => {
  const { container } = renderOnPage(
    <BlogLayout rootProps={{ 'data-flow': 'blogList', 'data-state': 'listed' }} header={<h1>Blog</h1>}>
      <p>Content</p>
    </BlogLayout>,
    '/blog/category/science',
  );
  expect(container.querySelector('.page')).toHaveAttribute('data-state', 'listed');
  expect(container.querySelector('header')).toHaveTextContent(/^Blog$/);
  expect(container.querySelector('.blog-content')).toHaveTextContent(/^Content$/);
  expect(screen.getByRole('complementary', { name: 'Blog' })).toBeInTheDocument();
  const categories = screen.getByRole('navigation', { name: 'Categories' });
  expect(linksOf(categories)).toEqual([
    ['All', '/blog'],
    ['Mathematics', '/blog/category/mathematics'],
    ['Science', '/blog/category/science'],
    ['English', '/blog/category/english'],
    ['Study Skills', '/blog/category/study-skills'],
    ['Future Skills', '/blog/category/future-skills'],
    ['Competitive Exams', '/blog/category/competitive-exams'],
  ]);
  expect(textsOf(within(categories).getAllByRole('link', { current: 'page' }))).toEqual(['Science']);
  expect(linksOf(screen.getByRole('navigation', { name: 'Popular Tags' }))).toEqual([
    ['math', '/blog/tag/math'],
    ['learning', '/blog/tag/learning'],
    ['exams', '/blog/tag/exams'],
    ['technology', '/blog/tag/technology'],
    ['education', '/blog/tag/education'],
  ]);
});

test('a card: image, category, title with its link, excerpt, date and read time', () => {
  renderOnPage(<PostCard post={mathPost} load="lazy" />);
  const card = screen.getByRole('article');
  expect(linksOf(card)).toEqual([['How to Improve Your Math Skills', `/blog/${MATH}`]]);
  expect(card.querySelector('img')?.getAttribute('src')).toContain('post-math-skills');
  expect(card.querySelector('.category')).toHaveTextContent(/^Mathematics$/);
  expect(within(card).getByText(mathPost.excerpt)).toBeInTheDocument();
  expect(card.querySelector('.post-facts')).toHaveTextContent(/^5 August 2025 5 min read$/);
});

describe('the list', () => {
  test.each([
    [null, 'Blog', [mathPost.title, futurePost.title], '/blog'],
    ['mathematics', 'Mathematics Articles', [mathPost.title], '/blog/category/mathematics'],
    ['MATHEMATICS', 'Mathematics Articles', [mathPost.title], '/blog/category/mathematics'],
  ])('of the category %s', (category, heading, titles, path) => {
    const { container } = renderOnPage(<BlogList category={category} />);
    expect([title(), cards()]).toEqual([heading, titles]);
    expect(container).toHaveTextContent(blogText.intro);
    expect(canonical()).toBe(`${site.origin}${path}`);
    expect(screen.queryByText('No blog posts found in this category.')).toBeNull();
  });

  test.each(['science', 'future-skills', 'cooking'])(
    'of the category %s, which has no posts, says so',
    (category) => {
      const { container } = renderOnPage(<BlogList category={category} />);
      expect(cards()).toEqual([]);
      expect(screen.getByText('No blog posts found in this category.')).toBeVisible();
      expect(container.querySelector('.empty img')).toHaveAttribute('alt', '');
      expect(container.querySelector('[data-flow="blogList"]')).toHaveAttribute('data-state', 'empty');
    },
  );

  test('it follows the address', () => {
    const { rerender } = renderOnPage(<BlogList category={null} />);
    rerender(<BlogList category="science" />);
    expect(screen.getByText('No blog posts found in this category.')).toBeVisible();
    expect(cards()).toEqual([]);
    rerender(<BlogList category="mathematics" />);
    expect([title(), cards()]).toEqual(['Mathematics Articles', [mathPost.title]]);
  });
});

describe('a post', () => {
  const post: PostDetail = {
    ...mathPost,
    ...{
      content: '<h2>Draw first</h2><p>Then <em>calculate</em>.</p>',
      author: 'Rekha',
      tags: ['math', 'exams'],
    },
    seoDescription: 'How to draw.',
  };
  const stateOf = () => document.querySelector<HTMLElement>('[data-flow="blogPost"]')?.dataset.state;
  const description = () => document.querySelector('meta[name="description"]')?.getAttribute('content');

  test('its heading is there while its text is loaded', async () => {
    let resolve = (_: PostDetail) => {};
    loading.mockReturnValue(
      new Promise((done) => {
        resolve = done;
      }),
    );
    const { container } = renderOnPage(<BlogPost slug={MATH} />);
    expect([stateOf(), title()]).toEqual(['loading', post.title]);
    expect(screen.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/);
    expect(container.querySelector('.category')).toHaveTextContent(/^Mathematics$/);
    expect(container.querySelector('.post-facts')).toHaveTextContent(/^5 August 2025$/);
    expect(container.querySelector('.post-cover')?.getAttribute('src')).toContain('post-math-skills');
    expect(container.querySelector('.post-cover')).toHaveAttribute('fetchpriority', 'high');
    expect(screen.queryByRole('article')).toBeNull();
    expect(description()).not.toBe('How to draw.');
    expect(canonical()).toBe(`${site.origin}/blog/${MATH}`);

    resolve(post);
    await settle();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(container.querySelector('.post-facts')).toHaveTextContent(/^By Rekha 5 August 2025$/);
    const article = screen.getByRole('article', { name: post.title });
    expect(article).toHaveTextContent(/^Draw firstThen calculate\./);
    expect(within(article).getByRole('heading', { level: 2 })).toHaveTextContent('Draw first');
    expect(textsOf(within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem'))).toEqual(
      post.tags,
    );
    expect(description()).toBe('How to draw.');
    expect(document.title).toBe(`${post.title} | ${site.name}`);
  });

  test('one that could not be loaded can be asked for again', async () => {
    loading.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(post);
    renderOnPage(<BlogPost slug={MATH} />);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    await settle();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^This post could not be loaded\. Please check your connection and try again\.$/,
    );
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(stateOf()).toBe('loading');
    await settle();
    expect(screen.getByRole('article', { name: post.title })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('an unknown one: Loading..., and search engines do not index it', () => {
    const { container } = renderOnPage(<BlogPost slug="unknown" />);
    expect([stateOf(), title(), canonical()]).toEqual(['unknown', 'Loading...', null]);
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    for (const absent of [
      '.category',
      '.post-facts',
      '.post-cover',
      'article',
      '.blog-content button',
    ] as const)
      expect(container.querySelector(absent)).toBeNull();
  });

  test('it follows the address', async () => {
    loading.mockResolvedValueOnce(post);
    const { rerender } = renderOnPage(<BlogPost slug="unknown" />);
    rerender(<BlogPost slug={MATH} />);
    await settle();
    expect(screen.getByRole('article', { name: post.title })).toBeInTheDocument();
  });
});

describe('the screen', () => {
  test.each([
    [{}, 'Blog'],
    [{ category: 'mathematics' }, 'Mathematics Articles'],
    [{ slug: 'unknown' }, 'Loading...'],
  ])('at the address of %o: %s', (params, heading) => {
    renderOnPage(<BlogScreen params={params} />);
    expect(title()).toBe(heading);
  });

  test('the text of a post can be loaded before it is shown; a list has none', async () => {
    await preloadBlog({ params: {} });
    await preloadBlog({ params: { slug: FUTURE } });
    renderOnPage(<BlogScreen params={{ slug: FUTURE }} />);
    expect(screen.getByRole('article', { name: futurePost.title })).toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});
