import { blogCategories, posts } from '../content/posts.ts';
import { screenAt, screenNames, screens } from '../screens/screens.ts';

/** Stands for all addresses at which there is nothing. */
export const NOT_FOUND = '/404';

const filled = (path: string): string[] => {
  if (path === '/blog/:slug') return posts.map(({ slug }) => `/blog/${slug}`);
  if (path === '/blog/category/:category')
    return blogCategories.map(({ href }) => href).filter((href) => href !== '/blog');
  return [path];
};

/** Every address that has a page. Spec §2, Route table. */
export const addresses: readonly string[] = screenNames
  .flatMap((name): readonly string[] => screens[name].paths)
  .flatMap(filled)
  .filter((path) => screenAt(path) !== 'notFound');
