import { preloadPost } from '../../flows/blogPost.ts';
import type { ScreenProps } from '../screenProps.ts';
import { BlogList } from './BlogList.tsx';
import { BlogPost } from './BlogPost.tsx';

/** The blog: the post that the address names, or the list of a category or of all posts. Spec §2, Blog. */
export function BlogScreen({ params: { slug, category } }: ScreenProps) {
  return slug === undefined ? <BlogList category={category ?? null} /> : <BlogPost slug={slug} />;
}

/** Brings the text of the post that an address names, where it names one. */
export async function preloadBlog({ params: { slug } }: ScreenProps): Promise<void> {
  if (slug !== undefined) await preloadPost(slug);
}
