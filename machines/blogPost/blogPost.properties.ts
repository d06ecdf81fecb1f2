import type { AnyMachineSnapshot } from 'xstate';
import { always, eventually, never, timersLast } from '../paths/index.ts';
import { type BlogPostContext, currentPost } from './blogPost.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot): BlogPostContext => snapshot.context;

/** Requirements of a blog post's page that are not derived from its machine. Spec §2, Blog. */
export const blogPostProperties = [
  timersLast({ chunkTimeout: 120_000 }),
  always(
    'a post is shown exactly when it is loaded',
    (snapshot) => snapshot.matches('shown') === (currentPost(contextOf(snapshot)) !== null),
  ),
  always('only an address without a post is unknown', (snapshot) => {
    const { slug, slugs } = contextOf(snapshot);
    return snapshot.matches('unknown') === !slugs.includes(slug);
  }),
  never(
    'an unchanged address counts as another',
    ({ before, step, after }) =>
      step.kind === 'event' &&
      step.type === 'slugChanged' &&
      contextOf(before).slug === contextOf(after).slug,
  ),
  eventually('loading ends', {
    after: (snapshot) => snapshot.hasTag('busy'),
    comes: (snapshot) => !snapshot.hasTag('busy'),
  }),
];
