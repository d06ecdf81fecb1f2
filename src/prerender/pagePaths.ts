import { blogCategories, posts } from '../content/posts.ts';
import { screenNameForPath, screenNames, screens, UNKNOWN_POST } from '../screens.ts';

/** The documents that answer unknown addresses, each in its folder, by the path that it is rendered for. */
export const notFoundDocuments: Readonly<Record<string, string>> = {
  '/404': '404.html',
  [UNKNOWN_POST]: 'blog/404.html',
  '/blog/category': 'blog/category/404.html',
  '/blog/tag': 'blog/tag/404.html',
};

const expandPath = (path: string): string[] => {
  if (path === '/blog/:slug') return posts.map(({ slug }) => `/blog/${slug}`);
  if (path === '/blog/category/:category')
    return blogCategories.map(({ href }) => href).filter((href) => href !== '/blog');
  return [path];
};

/** The paths of all pages. Spec §2, Route table. */
export const pagePaths: readonly string[] = screenNames
  .flatMap((name): readonly string[] => screens[name].paths)
  .flatMap(expandPath)
  .filter((path) => screenNameForPath(path) !== 'notFound');
