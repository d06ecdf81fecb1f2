import { fromPromise } from 'xstate';
import {
  alreadyShown,
  type BlogPostInput,
  blogPostMachine,
  type Post,
} from '../../machines/blogPost/blogPost.machine.ts';
import { focusPage } from '../browser/focus.ts';
import { isPostSlug, postLoaders } from '../content/posts/loaders.ts';
import type { SiteFlow } from './useFlow.ts';

async function loadPost(slug: string): Promise<Post> {
  if (!isPostSlug(slug)) throw new Error(`There is no post "${slug}".`);
  return postLoaders[slug]();
}

const prepared = new Map<string, Post>();

/** Brings the text of a post before its page is rendered, so that it is there from the beginning. */
export async function preparePost(slug: string): Promise<void> {
  if (isPostSlug(slug)) prepared.set(slug, await loadPost(slug));
}

/** The state to start in: nothing but for a post whose text is there already, as when it was prerendered. */
export function startAtPost(input: BlogPostInput) {
  const post = prepared.get(input.slug);
  return post && alreadyShown(input, post);
}

/** The page of a blog post as the site runs it. */
export const blogPost: SiteFlow<typeof blogPostMachine> = {
  id: 'blogPost',
  machine: blogPostMachine.provide({
    actors: { loadPost: fromPromise(({ input }) => loadPost(input.slug)) },
    actions: { focusHeading: () => focusPage() },
  }),
};
