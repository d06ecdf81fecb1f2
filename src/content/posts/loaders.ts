import { importAgain } from '../../browser/importAgain.ts';
import type { PostDetail, PostSlug } from '../posts.ts';

/** Loads the full text of a post, each in a chunk of its own. */
export const postLoaders: Readonly<Record<PostSlug, () => Promise<PostDetail>>> = {
  'how-to-improve-math-skills': importAgain(
    () => import('./howToImproveMathSkills.ts'),
    (code) => code.howToImproveMathSkills,
  ),
  'future-ready-skills': importAgain(
    () => import('./futureReadySkills.ts'),
    (code) => code.futureReadySkills,
  ),
};

export function isPostSlug(slug: string | undefined): slug is PostSlug {
  return Object.keys(postLoaders).some((known) => known === slug);
}
