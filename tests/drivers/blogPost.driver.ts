import { blogPostCases } from '../../machines/blogPost/blogPost.cases.ts';
import { defineDriver } from './driver.ts';
import { firstOf, movedTo, unchanged } from './focus.ts';

const AUTHOR = 'By Meenakshi Iyer';
const LOADING = 'Loading...';
const FAILED = 'This post could not be loaded. Please check your connection and try again.';

export const blogPostDriver = defineDriver(blogPostCases, {
  page: `/blog/${blogPostCases.input.slug}`,
  prepare: (hands) => hands.startEmpty(),
  events: {
    slugChanged: (hands, { slug }) => hands.navigate(`/blog/${slug}`),
    retried: (hands) => hands.press('Try again'),
  },
  outcomes: {
    loadPost: {
      loaded: (hands) => hands.answerPost('loaded'),
      'not loaded': (hands) => hands.answerPost('not loaded'),
    },
  },
  focus: firstOf(movedTo('h1', 'slugChanged', 'retried'), unchanged),
  states: {
    loading: async (hands) => {
      await hands.sees('How to Improve Your Math Skills');
      await hands.sees(LOADING);
      await hands.seesNot(AUTHOR);
    },
    shown: async (hands) => {
      await hands.sees(AUTHOR);
      await hands.sees('2. Draw before you calculate');
      await hands.seesNot(LOADING);
    },
    unknown: async (hands) => {
      await hands.sees(LOADING);
      await hands.seesNot(AUTHOR);
    },
    failed: async (hands) => {
      await hands.sees(FAILED);
      await hands.seesButton('Try again', { press: true });
      await hands.seesNot(LOADING);
    },
  },
});
