import { blogListCases } from '../../machines/blogList/blogList.cases.ts';
import { blogCategories, posts } from '../../src/content/posts.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';

const EMPTY = 'No blog posts found in this category.';

const labelOf = (category: string | null) =>
  blogCategories.find(({ href }) => href === (category === null ? '/blog' : `/blog/category/${category}`))
    ?.label ?? '';

export const blogListDriver = defineDriver(blogListCases, {
  events: {
    categoryChosen: ({ user }, { category }) => user.press(labelOf(category), 'link'),
  },
  outcomes: {},
  focus: movedTo('h1', 'categoryChosen'),
  states: {
    listed: async ({ screen }, { context: { category } }) => {
      await screen.expectNoText(EMPTY);
      for (const post of posts) {
        const isShown = category === null || post.category.toLowerCase() === category;
        await (isShown ? screen.expectText(post.title) : screen.expectNoText(post.title));
      }
    },
    empty: async ({ screen }) => {
      await screen.expectText(EMPTY);
      for (const { title } of posts) await screen.expectNoText(title);
    },
  },
});
