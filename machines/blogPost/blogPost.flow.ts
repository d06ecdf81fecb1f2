import { defineFlow } from '../paths/index.ts';
import { blogPostCases } from './blogPost.cases.ts';
import { blogPostJourneys } from './blogPost.journeys.ts';
import { blogPostActors, blogPostMachine } from './blogPost.machine.ts';
import { blogPostProperties } from './blogPost.properties.ts';

export const blogPostFlow = defineFlow({
  id: 'blogPost',
  title: 'Blog post',
  purpose: 'The text of a blog post is loaded and shown.',
  page: '/blog/how-to-improve-math-skills',
  machine: blogPostMachine,
  actors: blogPostActors,
  cases: blogPostCases,
  journeys: blogPostJourneys,
  properties: blogPostProperties,
});
