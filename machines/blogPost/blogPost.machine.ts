import { assertEvent, assign, setup } from 'xstate';
import { declarePromiseActor, outputOf } from '../shared/actors.ts';

/** A post as its page shows it. Spec §3, Blog post detail. */
export type Post = {
  slug: string;
  title: string;
  /** HTML from the content of the site, which needs no sanitizing. */
  content: string;
  category: string;
  /** Calendar day, as YYYY-MM-DD. */
  date: string;
  author: string;
  seoDescription: string;
  tags: readonly string[];
};

export type BlogPostInput = {
  slug: string;
  slugs: readonly string[];
};

export type BlogPostContext = BlogPostInput & {
  loaded: readonly Post[];
};

export type BlogPostEvent =
  /** The address names another post. */
  { type: 'slugChanged'; slug: string } | { type: 'retried' };

export const blogPostActors = {
  /** Loads the text of a post from its own chunk. */
  loadPost: declarePromiseActor<Post, { slug: string }>('loadPost'),
};

/** The post in the address; null until it is loaded. */
export const currentPost = ({ loaded, slug }: BlogPostContext): Post | null =>
  loaded.find((post) => post.slug === slug) ?? null;

/** The post that the address names: its text is loaded, and shown. Spec §2, Blog. */
export const blogPostMachine = setup({
  types: {
    context: {} as BlogPostContext,
    events: {} as BlogPostEvent,
    input: {} as BlogPostInput,
    tags: {} as 'busy',
  },
  actors: blogPostActors,
  guards: {
    isAnotherPost: ({ context, event }) => {
      assertEvent(event, 'slugChanged');
      return event.slug !== context.slug;
    },
    isLoaded: ({ context }) => currentPost(context) !== null,
    isKnown: ({ context }) => context.slugs.includes(context.slug),
  },
  actions: {
    setSlug: assign(({ event }) => {
      assertEvent(event, 'slugChanged');
      return { slug: event.slug };
    }),
    addPost: assign(({ context }, post: Post) => ({ loaded: [...context.loaded, post] })),
    /** Moves the focus to the heading, because the focused button is removed. */
    focusHeading: () => {},
  },
  delays: {
    /** The time-out of a script chunk. Spec §9. */
    chunkTimeout: 120_000,
  },
}).createMachine({
  id: 'blogPost',
  context: ({ input }) => ({ ...input, loaded: [] }),
  initial: 'unknown',
  on: {
    slugChanged: {
      guard: 'isAnotherPost',
      target: '.unknown',
      actions: 'setSlug',
    },
  },
  states: {
    unknown: {
      description: 'No post has this address; the page keeps saying that it is loading.',
      always: [
        { guard: 'isLoaded', target: 'shown' },
        { guard: 'isKnown', target: 'loading' },
      ],
    },
    loading: {
      description: 'The text of the post is on its way.',
      tags: 'busy',
      invoke: {
        id: 'loadPost',
        src: 'loadPost',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: { target: 'shown', actions: { type: 'addPost', params: outputOf } },
        onError: 'failed',
      },
      after: { chunkTimeout: 'failed' },
    },
    shown: { description: 'The post can be read.' },
    failed: {
      description: 'The text did not come. The visitor can ask for it again.',
      on: { retried: { target: 'loading', actions: 'focusHeading' } },
    },
  },
});

/** The snapshot of a prerendered page: its post is loaded from the beginning. */
export const prerenderedSnapshot = (input: BlogPostInput, post: Post) =>
  blogPostMachine.resolveState({ value: 'shown', context: { ...input, loaded: [post] } });
