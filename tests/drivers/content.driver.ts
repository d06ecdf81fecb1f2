import { blogListCases } from '../../machines/blogList/blogList.cases.ts';
import { blogPostCases } from '../../machines/blogPost/blogPost.cases.ts';
import { curriculumCases } from '../../machines/curriculum/curriculum.cases.ts';
import { faqAccordionCases } from '../../machines/faqAccordion/faqAccordion.cases.ts';
import { heroSlideshowCases } from '../../machines/heroSlideshow/heroSlideshow.cases.ts';
import { openingsCases } from '../../machines/openings/openings.cases.ts';
import { scholarshipTermsCases } from '../../machines/scholarshipTerms/scholarshipTerms.cases.ts';
import { homeFaq } from '../../src/content/homeFaq.ts';
import { categoryTabs } from '../../src/content/postings.ts';
import { blogCategories } from '../../src/content/posts.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver, PressableRole, UserDriver } from './pageDriver.ts';

/** The flows within a page that show or choose a part of its content. */

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
  checks: checks.blogPost,
});

const blogLabelOf = (category: string | null) =>
  blogCategories.find(({ href }) => href === (category === null ? '/blog' : `/blog/category/${category}`))
    ?.label ?? '';

export const blogListDriver = defineDriver(blogListCases, {
  events: {
    categoryChosen: ({ user }, { category }) => user.press(blogLabelOf(category), 'link'),
  },
  outcomes: {},
  checks: checks.blogList,
});

const postingsLabelOf = (category: string | null) =>
  categoryTabs.find(({ id }) => id === (category ?? 'all'))?.label ?? '';

export const openingsDriver = defineDriver(openingsCases, {
  prepare: ({ build }) => build.removePostings('content'),
  events: {
    categoryChosen: ({ user }, { category }) => user.press(postingsLabelOf(category), 'tab'),
  },
  outcomes: {},
  checks: checks.openings,
});

const press =
  (label: string, role: PressableRole = 'button') =>
  ({ user }: PageDriver) =>
    user.press(label, role);

export const curriculumDriver = defineDriver(curriculumCases, {
  events: {
    'subject.math': press('Math', 'tab'),
    'subject.english': press('English', 'tab'),
    'subject.science': press('Science', 'tab'),
    'subject.evs': press('EVS', 'tab'),
    'subject.ict': press('ICT', 'tab'),
    'gradeBand.5-6': press('Grades 5-6'),
    'gradeBand.7-8': press('Grades 7-8'),
    'gradeBand.9-10': press('Grades 9-10'),
  },
  outcomes: {},
  checks: checks.curriculum,
});

export const faqAccordionDriver = defineDriver(faqAccordionCases, {
  events: {
    questionPressed: ({ user }, { id }) =>
      user.press(homeFaq.find((faq) => faq.id === id)?.question ?? `no question "${id}"`),
  },
  outcomes: {},
  checks: checks.faqAccordion,
});

export const scholarshipTermsDriver = defineDriver(scholarshipTermsCases, {
  events: { toggled: ({ user }) => user.press(/^(View Complete Terms & Conditions|Hide Terms)$/) },
  outcomes: {},
  checks: checks.scholarshipTerms,
});

const NEXT = 'Next slide';

/** Presses a button by the keyboard: a press with the mouse would bring the pointer along. */
async function pressByKeyboard(user: UserDriver, name: string): Promise<void> {
  await user.focus(name);
  await user.pressKey('Enter');
}

/** The events that follow a move of the focus or the pointer. The moves are separate events. */
const movingFirst = [
  'pausePressed',
  'playPressed',
  'previousPressed',
  'nextPressed',
  'pointerEntered',
  'focusEntered',
] as const;

export const heroSlideshowDriver = defineDriver(heroSlideshowCases, {
  events: {
    pausePressed: ({ user }) => pressByKeyboard(user, 'Pause the slideshow'),
    playPressed: ({ user }) => pressByKeyboard(user, 'Play the slideshow'),
    previousPressed: ({ user }) => pressByKeyboard(user, 'Previous slide'),
    nextPressed: ({ user }) => pressByKeyboard(user, NEXT),
    pointerEntered: async ({ user }) => {
      await user.unhover();
      await user.hover();
    },
    pointerLeft: ({ user }) => user.unhover(),
    focusEntered: async ({ user }) => {
      await user.blur();
      await user.focus(NEXT);
    },
    focusLeft: ({ user }) => user.blur(),
    tabHidden: ({ browser }) => browser.setTabHidden(true),
    tabShown: ({ browser }) => browser.setTabHidden(false),
    motionReduced: ({ browser }) => browser.preferReducedMotion(),
  },
  multiEventTypes: [...movingFirst, 'focusLeft'],
  untried: movingFirst,
  outcomes: {},
  checks: checks.heroSlideshow,
});
