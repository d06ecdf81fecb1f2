import { always, eventually, never, type Property, timersLast } from '../paths/index.ts';
import { type blogPostMachine, currentPost } from './blogPost.machine.ts';

/** Requirements of a blog post's page that are not derived from its machine. Spec §2, Blog. */
export const blogPostProperties: readonly Property<typeof blogPostMachine>[] = [
  timersLast({ chunkTimeout: 120_000 }),
  always(
    'a post is shown exactly when it is loaded',
    (snapshot) => snapshot.matches('shown') === (currentPost(snapshot.context) !== null),
  ),
  always('only an address without a post is unknown', (snapshot) => {
    const { slug, slugs } = snapshot.context;
    return snapshot.matches('unknown') === !slugs.includes(slug);
  }),
  never(
    'an unchanged address counts as another',
    ({ before, step, after }) =>
      step.kind === 'event' && step.type === 'slugChanged' && before.context.slug === after.context.slug,
  ),
  eventually('loading ends', {
    after: (snapshot) => snapshot.hasTag('busy'),
    comes: (snapshot) => !snapshot.hasTag('busy'),
  }),
];
