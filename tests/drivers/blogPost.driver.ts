import { blogPostCases } from '../../machines/blogPost/blogPost.cases.ts';
import { defineDriver } from './driver.ts';
import { firstOf, movedTo, unchanged } from './focus.ts';

const AUTHOR = 'By Meenakshi Iyer';
const LOADING = 'Loading...';
const FAILED = 'This post could not be loaded. Please check your connection and try again.';

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
  focus: firstOf(movedTo('h1', 'slugChanged', 'retried'), unchanged),
  states: {
    loading: async ({ screen }) => {
      await screen.expectText('How to Improve Your Math Skills');
      await screen.expectText(LOADING);
      await screen.expectNoText(AUTHOR);
    },
    shown: async ({ screen }) => {
      await screen.expectText(AUTHOR);
      await screen.expectText('2. Draw before you calculate');
      await screen.expectNoText(LOADING);
    },
    unknown: async ({ screen }) => {
      await screen.expectText(LOADING);
      await screen.expectNoText(AUTHOR);
    },
    failed: async ({ screen }) => {
      await screen.expectText(FAILED);
      await screen.expectButton('Try again', { isEnabled: true });
      await screen.expectNoText(LOADING);
    },
  },
});
