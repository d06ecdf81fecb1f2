import { blogListCases } from '../../machines/blogList/blogList.cases.ts';
import { blogCategories } from '../../src/content/posts.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

const labelOf = (category: string | null) =>
  blogCategories.find(({ href }) => href === (category === null ? '/blog' : `/blog/category/${category}`))
    ?.label ?? '';

export const blogListDriver = defineDriver(blogListCases, {
  events: {
    categoryChosen: ({ user }, { category }) => user.press(labelOf(category), 'link'),
  },
  outcomes: {},
  checks: checks.blogList,
});
