import { preloadPost } from '../../flows/blogPost.ts';
import type { ScreenProps } from '../screenProps.ts';
import { BlogList } from './BlogList.tsx';
import { BlogPost } from './BlogPost.tsx';

/** The blog: the post that the path names, or the list of a category or of all posts. Spec §2, Blog. */
export function BlogScreen({ params: { slug, category } }: ScreenProps) {
  return slug === undefined ? <BlogList category={category ?? null} /> : <BlogPost slug={slug} />;
}

/** Loads the text of the post that the path names, if any. */
export const preloadBlog = ({ params: { slug } }: ScreenProps): Promise<void> => preloadPost(slug);
