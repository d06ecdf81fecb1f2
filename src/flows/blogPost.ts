import { fromPromise } from 'xstate';
import {
  type BlogPostInput,
  blogPostMachine,
  type Post,
  prerenderedSnapshot,
} from '../../machines/blogPost/blogPost.machine.ts';
import { focusPage } from '../browser/focus.ts';
import { isPostSlug, postLoaders } from '../content/posts/loaders.ts';
import type { SiteFlow } from './useFlow.ts';

async function loadPost(slug: string): Promise<Post> {
  if (!isPostSlug(slug)) throw new Error(`There is no post "${slug}".`);
  return postLoaders[slug]();
}

const loadedPosts = new Map<string, Post>();

/** Loads the text of a post, if the slug names one, before its page is rendered. */
export async function preloadPost(slug: string | undefined): Promise<void> {
  if (isPostSlug(slug)) loadedPosts.set(slug, await loadPost(slug));
}

/** The first snapshot for a post whose text is loaded, as when it was prerendered; else undefined. */
export function loadedPostSnapshot(input: BlogPostInput) {
  const post = loadedPosts.get(input.slug);
  return post && prerenderedSnapshot(input, post);
}

export const blogPost: SiteFlow<typeof blogPostMachine> = {
  id: 'blogPost',
  machine: blogPostMachine.provide({
    actors: { loadPost: fromPromise(({ input }) => loadPost(input.slug)) },
    actions: { focusHeading: () => focusPage() },
  }),
};
