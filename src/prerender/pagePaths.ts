import { blogCategories, posts } from '../content/posts.ts';
import { screenNameForPath, screenNames, screens } from '../screens.ts';

/** The path that the not-found document is rendered for. */
export const NOT_FOUND_PATH = '/404';

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
