import { fromPromise } from 'xstate';
import { blogPostMachine, type Post } from '../../machines/blogPost/blogPost.machine.ts';
import { focusPage } from '../browser/focus.ts';
import { isPostSlug, postLoaders } from '../content/posts/loaders.ts';
import type { SiteFlow } from './useFlow.ts';

async function loadPost(slug: string): Promise<Post> {
  if (!isPostSlug(slug)) throw new Error(`There is no post "${slug}".`);
  return postLoaders[slug]();
}

/** The page of a blog post as the site runs it. */
export const blogPost: SiteFlow<typeof blogPostMachine> = {
  id: 'blogPost',
  machine: blogPostMachine.provide({
    actors: { loadPost: fromPromise(({ input }) => loadPost(input.slug)) },
    actions: { focusHeading: () => focusPage() },
  }),
};
