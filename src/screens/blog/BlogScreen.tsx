import { useParams } from 'react-router-dom';
import { BlogList } from './BlogList.tsx';
import { BlogPost } from './BlogPost.tsx';

/** The blog: the post that the address names, or the list of a category or of all posts. Spec §2, Blog. */
export function BlogScreen() {
  const { slug, category } = useParams();
  return slug === undefined ? <BlogList category={category ?? null} /> : <BlogPost slug={slug} />;
}
