import type { Journey } from '../paths/index.ts';
import type { blogPostCases } from './blogPost.cases.ts';

/** Scenarios of a post's page, from the specification. Spec §2, Blog; §8, unknown slug; §9, chunk time-out. */
export const blogPostJourneys: readonly Journey<typeof blogPostCases>[] = [
  {
    title: '§2 a post is loaded and shown',
    steps: [['loadPost: loaded', 'shown', { loaded: [{ slug: 'how-to-improve-math-skills' }] }]],
  },
  {
    title: '§8 an unknown slug stays at loading, and a known one is shown',
    steps: [
      ['slugChanged: no post', 'unknown', { slug: 'no-such-post' }],
      ['slugChanged: a post', 'loading', { slug: 'how-to-improve-math-skills' }],
    ],
  },
  {
    title: 'a loaded post is not requested again',
    steps: [
      ['loadPost: loaded', 'shown'],
      ['slugChanged: no post', 'unknown'],
      ['slugChanged: a post', 'shown'],
    ],
  },
  {
    title: 'a post that fails to load can be requested again',
    steps: [
      ['loadPost: not loaded', 'failed', { loaded: [] }],
      ['retried: by its button', 'loading'],
      ['loadPost: loaded', 'shown'],
    ],
  },
  {
    title: '§9 a post that is not loaded in time has failed',
    steps: [
      ['after chunkTimeout', 'failed'],
      ['slugChanged: no post', 'unknown'],
    ],
  },
];
