import { blogListCases } from '../../machines/blogList/blogList.cases.ts';
import { blogCategories, posts } from '../../src/content/posts.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';

const EMPTY = 'No blog posts found in this category.';

const labelOf = (category: string | null) =>
  blogCategories.find(({ href }) => href === (category === null ? '/blog' : `/blog/category/${category}`))
    ?.label ?? '';

export const blogListDriver = defineDriver(blogListCases, {
  page: '/blog',
  events: {
    categoryChosen: (hands, { category }) => hands.press(labelOf(category), 'link'),
  },
  outcomes: {},
  focus: movedTo('h1', 'categoryChosen'),
  states: {
    listed: async (hands, { context: { category } }) => {
      await hands.seesNot(EMPTY);
      for (const post of posts) {
        const isShown = category === null || post.category.toLowerCase() === category;
        await (isShown ? hands.sees(post.title) : hands.seesNot(post.title));
      }
    },
    empty: async (hands) => {
      await hands.sees(EMPTY);
      for (const { title } of posts) await hands.seesNot(title);
    },
  },
});
