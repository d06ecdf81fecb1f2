import type { Journey } from '../paths/paths.types.ts';

/** A post's page as the specification tells it, by hand. Spec §2, Blog; §8, unknown slug; §9, chunk time-out. */
export const blogPostJourneys: readonly Journey[] = [
  {
    title: '§2 a post is loaded and shown',
    steps: [['loadPost: loaded', 'shown', { loaded: [{ slug: 'how-to-improve-math-skills' }] }]],
  },
  {
    title: '§8 an unknown slug stays at loading, and a known one leads on',
    steps: [
      ['slugChanged: no post', 'unknown', { slug: 'no-such-post' }],
      ['slugChanged: a post', 'loading', { slug: 'how-to-improve-math-skills' }],
    ],
  },
  {
    title: 'a post that has come is not asked for again',
    steps: [
      ['loadPost: loaded', 'shown'],
      ['slugChanged: no post', 'unknown'],
      ['slugChanged: a post', 'shown'],
    ],
  },
  {
    title: 'a text that does not come can be asked for again',
    steps: [
      ['loadPost: not loaded', 'failed', { loaded: [] }],
      ['retried: by its button', 'loading'],
      ['loadPost: loaded', 'shown'],
    ],
  },
  {
    title: '§9 a text that does not come in time counts as not come',
    steps: [
      ['after chunkTimeout', 'failed'],
      ['slugChanged: no post', 'unknown'],
    ],
  },
];
