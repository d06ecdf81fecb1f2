import { blogPostCases } from '../../machines/blogPost/blogPost.cases.ts';
import { blogPostChecks } from '../../machines/blogPost/blogPost.checks.ts';
import { defineDriver } from './driver.ts';

export const blogPostDriver = defineDriver(blogPostCases, {
  page: `/blog/${blogPostCases.input.slug}`,
  prepare: ({ build }) => build.disablePrerendering(),
  events: {
    slugChanged: ({ browser }, { slug }) => browser.navigate(`/blog/${slug}`),
    retried: ({ user }) => user.press('Try again'),
  },
  outcomes: {
    loadPost: {
      loaded: ({ network }) => network.replyForPost('loaded'),
      'not loaded': ({ network }) => network.replyForPost('not loaded'),
    },
  },
  checks: blogPostChecks,
});
