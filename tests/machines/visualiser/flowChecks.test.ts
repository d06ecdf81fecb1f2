import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { blogListChecks } from '../../../src/visualiser/checks/blogList.checks.ts';
import { blogPostChecks } from '../../../src/visualiser/checks/blogPost.checks.ts';
import type { Expectation } from '../../../src/visualiser/checks/checks.types.ts';
import { curriculumChecks } from '../../../src/visualiser/checks/curriculum.checks.ts';
import { attribute, button, noText, selectedTab, text } from '../../../src/visualiser/checks/expectations.ts';
import { faqAccordionChecks } from '../../../src/visualiser/checks/faqAccordion.checks.ts';
import { heroSlideshowChecks } from '../../../src/visualiser/checks/heroSlideshow.checks.ts';
import { mobileMenuChecks } from '../../../src/visualiser/checks/mobileMenu.checks.ts';
import { openingsChecks } from '../../../src/visualiser/checks/openings.checks.ts';
import { routeLoadingChecks } from '../../../src/visualiser/checks/routeLoading.checks.ts';
import { scholarshipTermsChecks } from '../../../src/visualiser/checks/scholarshipTerms.checks.ts';
import { event, focusAfter, outcome, shown, snapshotOf } from './checksOfFlow.ts';

/** What a page shows of the flows without a call to the server, state by state, and which element has the focus. */

const simulated = { isSimulated: true };
const onButton = { previousFocus: 'button x' };

describe('the list of the blog', () => {
  const NONE = 'No blog posts found in this category.';
  const [math, future] = ['How to Improve Your Math Skills', 'Future-Ready Skills for Grades 5-10'];

  test.each([
    ['listed', null, [noText(NONE), text(math), text(future)]],
    ['listed', 'mathematics', [noText(NONE), text(math), noText(future)]],
    ['listed', 'future skills', [noText(NONE), noText(math), text(future)]],
    ['empty', 'science', [text(NONE), noText(math), noText(future)]],
  ])('%s with the category %s', (state, category, expected) => {
    expect(shown(blogListChecks, snapshotOf('blogList', state, { category }))).toEqual(expected);
  });

  test('gives the focus to its heading when a category is chosen by a visitor', () => {
    const listed = snapshotOf('blogList', 'listed');
    const steps = [event('categoryChosen'), undefined];
    expect(focusAfter(blogListChecks, listed, steps)).toEqual(['h1', null]);
    expect(focusAfter(blogListChecks, listed, steps, simulated)).toEqual([null, null]);
  });
});

describe('a post of the blog', () => {
  const AUTHOR = 'By Meenakshi Iyer';
  test.each([
    ['loading', [text('How to Improve Your Math Skills'), text('Loading...'), noText(AUTHOR)]],
    ['shown', [text(AUTHOR), text('2. Draw before you calculate'), noText('Loading...')]],
    ['unknown', [text('Loading...'), noText(AUTHOR)]],
    [
      'failed',
      [
        text('This post could not be loaded. Please check your connection and try again.'),
        button('Try again', { isEnabled: true }),
        noText('Loading...'),
      ],
    ],
  ])('%s', (state, expected) => {
    const snapshot = snapshotOf('blogPost', state);
    expect(shown(blogPostChecks, snapshot)).toEqual(expected);
    expect(
      focusAfter(
        blogPostChecks,
        snapshot,
        [event('slugChanged'), event('retried'), event('x'), outcome],
        onButton,
      ),
    ).toEqual(['h1', 'h1', null, 'button x']);
  });
});

describe('the curriculum', () => {
  const inState = (subject: string, gradeBand: string) => snapshotOf('curriculum', { subject, gradeBand });

  test('shows the topics of a subject for a grade band', () => {
    expect(shown(curriculumChecks, inState('math', '5-6'))).toEqual([
      selectedTab('Math'),
      attribute('button', 'Grades 5-6', 'aria-pressed', 'true'),
      attribute('button', 'Grades 7-8', 'aria-pressed', 'false'),
      attribute('button', 'Grades 9-10', 'aria-pressed', 'false'),
      text('Math Puzzles'),
      text('Vedic Math Basics'),
      text('Fraction Visualization'),
      text('Number Patterns for Olympiads'),
      text('Factors, Multiples and Divisibility'),
      text('Logical Reasoning'),
      text('Budgeting Pocket Money'),
      text('Pictographs and Bar Graphs'),
      text('Symmetry and Paper Folding'),
    ]);
    expect(shown(curriculumChecks, inState('evs', '7-8'))?.slice(0, 3)).toEqual([
      selectedTab('EVS'),
      attribute('button', 'Grades 5-6', 'aria-pressed', 'false'),
      attribute('button', 'Grades 7-8', 'aria-pressed', 'true'),
    ]);
    expect(Object.keys(curriculumChecks.states)).toHaveLength(15);
  });

  test('leaves the focus on what was pressed', () => {
    const steps = [event('subject.english'), event('gradeBand.7-8'), undefined];
    expect(focusAfter(curriculumChecks, inState('english', '7-8'), steps)).toEqual([
      'curriculum-tab-english',
      'button Grades 7-8',
      null,
    ]);
    expect(focusAfter(curriculumChecks, inState('english', '7-8'), steps, simulated)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the questions of the home page', () => {
  const refund = 'Can I get my money back?';
  const openOnes = (snapshot: AnyMachineSnapshot) => {
    const expected = shown(faqAccordionChecks, snapshot) ?? [];
    const expanded = expected.flatMap((each) =>
      each.kind === 'attribute' && each.attribute === 'aria-expanded' && each.value === 'true'
        ? [each.name]
        : [],
    );
    const answers = expected.flatMap((each) =>
      each.kind === 'text' && each.isShown ? [each.text.slice(0, 32)] : [],
    );
    return [expected.length, ...expanded, ...answers];
  };

  test('show the answer of the one that is open', () => {
    expect(openOnes(snapshotOf('faqAccordion', 'open', { open: 'refund' }))).toEqual([
      10,
      refund,
      'We have a 14-day refund policy. ',
    ]);
    expect(openOnes(snapshotOf('faqAccordion', 'closed'))).toEqual([10]);
    expect(shown(faqAccordionChecks, snapshotOf('faqAccordion', 'closed'))?.slice(0, 2)).toEqual([
      attribute('button', 'Which grades do you teach?', 'aria-expanded', 'false'),
      noText(
        'We teach students from Grade 5 to Grade 10. Our career awareness workshops are for Grades 8 to 12, so older students are welcome there too.',
      ),
    ]);
  });

  test('have the focus on the one that was pressed', () => {
    const open = snapshotOf('faqAccordion', 'open', { open: 'refund' });
    expect(focusAfter(faqAccordionChecks, open, [event('x')])).toEqual(['faq-refund']);
    expect(focusAfter(faqAccordionChecks, open, [event('x')], simulated)).toEqual([null]);
    const closed = snapshotOf('faqAccordion', 'closed');
    expect(focusAfter(faqAccordionChecks, closed, [event('x')], onButton)).toEqual(['button x']);
    expect(focusAfter(faqAccordionChecks, closed, [event('x')])).toEqual([null]);
  });
});

describe('the slideshow', () => {
  test.each([
    ['Pause the slideshow', { playing: { visible: 'rotating' } }],
    ['Pause the slideshow', { playing: { visible: 'waiting' } }],
    ['Pause the slideshow', { playing: 'hidden' }],
    ['Play the slideshow', 'paused'],
  ])('has the button "%s" in the state %o', (name, value) => {
    expect(shown(heroSlideshowChecks, snapshotOf('heroSlideshow', value, { slide: 1 }))).toEqual([
      button(name, { isEnabled: true }),
      noText('Ready for the boards, and for what comes after'),
      noText(
        'Daily online classes for Grades 5 to 10 that prepare your child for exams and for the real-life skills no question paper asks about.',
      ),
      text('Your child has something to say'),
      text(
        'Speaking clearly is a real-life skill. We practise it aloud, a little at a time, until answering in English feels ordinary.',
      ),
      noText('Learn it, then build something with it'),
      noText(
        'Coding and science become real-life skills on the day a child makes something that works, and can tell you why.',
      ),
    ]);
  });

  test('has the focus on the button that was pressed', () => {
    const types = [
      'playPressed',
      'pausePressed',
      'previousPressed',
      'nextPressed',
      'focusEntered',
      'tabHidden',
    ];
    expect(focusAfter(heroSlideshowChecks, snapshotOf('heroSlideshow', 'paused'), types.map(event))).toEqual([
      'button Pause the slideshow',
      'button Play the slideshow',
      'button Previous slide',
      'button Next slide',
      'button Next slide',
      null,
    ]);
  });
});

describe('the menu', () => {
  test('shows the links of the navigation where it is open', () => {
    expect(shown(mobileMenuChecks, snapshotOf('mobileMenu', 'closed'))).toEqual([
      attribute('button', 'Menu', 'aria-expanded', 'false'),
    ]);
    expect(shown(mobileMenuChecks, snapshotOf('mobileMenu', 'open'))).toEqual([
      attribute('button', 'Menu', 'aria-expanded', 'true'),
      text('Home'),
      text('Syllabus'),
      text('Services'),
      text('Careers'),
      text('Register'),
      button('Close the menu', { isEnabled: true }),
    ]);
  });

  test('has the focus on its button', () => {
    const steps = [event('toggled'), event('overlayPressed'), event('cancelled'), event('x')];
    const menu = 'menu-button';
    const closed = snapshotOf('mobileMenu', 'closed');
    expect(focusAfter(mobileMenuChecks, closed, steps)).toEqual([menu, menu, menu, null]);
    expect(focusAfter(mobileMenuChecks, closed, steps, simulated)).toEqual([null, menu, menu, null]);
    const open = snapshotOf('mobileMenu', 'open');
    expect(focusAfter(mobileMenuChecks, open, steps)).toEqual([menu, null, null, null]);
  });
});

describe('the openings', () => {
  const EMPTY = 'No current openings in this category. Check back later!';
  const [tutor, english, developer, writer] = [
    'Math Tutor',
    'English Instructor',
    'Frontend Developer',
    'Content Writer',
  ];

  const items = ['teaching', 'teaching', 'technical', 'content'].map((category, index) => ({
    id: index + 1,
    category,
  }));

  test('shows those of the category', () => {
    expect(shown(openingsChecks, snapshotOf('openings', 'listed', { items }))).toEqual([
      noText(EMPTY),
      text(tutor),
      text(english),
      text(developer),
      text(writer),
      selectedTab('All Positions'),
    ]);
    expect(shown(openingsChecks, snapshotOf('openings', 'listed', { items, category: 'teaching' }))).toEqual([
      noText(EMPTY),
      text(tutor),
      text(english),
      noText(developer),
      noText(writer),
      selectedTab('Teaching'),
    ]);
  });

  test('shows none in a category that has none', () => {
    expect(shown(openingsChecks, snapshotOf('openings', 'empty', { category: 'no such category' }))).toEqual([
      text(EMPTY),
      noText(tutor),
      noText(english),
      noText(developer),
      noText(writer),
      selectedTab('All Positions'),
    ]);
  });

  test('does not expect one that the machine does not have', () => {
    const one = [{ id: 2, category: 'teaching' }];
    expect(
      shown(openingsChecks, snapshotOf('openings', 'listed', { items: one, category: 'teaching' })),
    ).toEqual([noText(EMPTY), text(english), noText(developer), noText(writer), selectedTab('Teaching')]);
  });

  test('has the focus on the tab that was pressed', () => {
    const steps = [event('categoryChosen'), event('x')];
    const teaching = snapshotOf('openings', 'listed', { category: 'teaching' });
    expect(focusAfter(openingsChecks, teaching, steps)).toEqual(['openings-tab-teaching', null]);
    expect(focusAfter(openingsChecks, teaching, steps, simulated)).toEqual([null, null]);
    expect(focusAfter(openingsChecks, snapshotOf('openings', 'listed'), steps)).toEqual([
      'openings-tab-all',
      null,
    ]);
  });
});

describe('a page that loads', () => {
  const SLOW = 'Loading the page…';
  const FAILED = 'The page could not be loaded. Please check your connection and try again.';
  const others = [
    text(
      'We are a private online education provider for students of Grades 5 to 10, and a partner to the teachers and schools around them.',
    ),
    noText('We teach students first of all. We also help the teachers and schools who see them every day.'),
  ];
  const notHome = noText(
    'A child should leave Grade 10 able to pass the exam, and also able to explain what the exam was about.',
  );

  test.each<[object | string, Expectation[], (string | null)[]]>([
    [{ loading: 'onTime' }, [noText(SLOW), noText(FAILED)], ['route-notice', 'button x', null]],
    [{ loading: 'slow' }, [text(SLOW)], [null, 'button x', null]],
    ['shown', [noText(SLOW), noText(FAILED)], [null, null, null]],
    ['failed', [text(FAILED), button('Try again', { isEnabled: true })], [null, 'button x', null]],
  ])('%o', (value, expected, focus) => {
    const snapshot = snapshotOf('routeLoading', value, { shown: { screen: 'About', to: '/about' } });
    expect(shown(routeLoadingChecks, snapshot)).toEqual([notHome, ...others, ...expected]);
    expect(
      focusAfter(routeLoadingChecks, snapshot, [event('retried'), outcome, undefined], onButton),
    ).toEqual(focus);
  });

  test('shows the home page by its mission', () => {
    const snapshot = snapshotOf('routeLoading', 'shown', { shown: { screen: 'Home', to: '/' } });
    expect(shown(routeLoadingChecks, snapshot)?.[0]).toEqual({ ...notHome, isShown: true });
  });

  test('shows none before the first', () => {
    const first = snapshotOf('routeLoading', 'failed', { shown: null });
    expect(shown(routeLoadingChecks, first)?.map((each) => each.kind === 'text' && each.isShown)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});

describe('the terms of the scholarship', () => {
  const [show, hide] = ['View Complete Terms & Conditions', 'Hide Terms'];

  test.each([
    ['hidden', show, false],
    ['shown', hide, true],
  ])('are %s behind the button "%s"', (state, name, areShown) => {
    const snapshot = snapshotOf('scholarshipTerms', state);
    const [first, ...texts] = shown(scholarshipTermsChecks, snapshot) ?? [];
    expect(first).toEqual(button(name, { isEnabled: true }));
    expect(texts).toHaveLength(14);
    expect(new Set(texts.map((each) => each.kind === 'text' && each.isShown))).toEqual(new Set([areShown]));
    expect(texts[9]).toMatchObject({ text: 'The amount is paid by cheque to a parent’s account.' });
    expect(texts[13]).toMatchObject({ text: expect.stringMatching(/^A student who cheats/) });
    expect(focusAfter(scholarshipTermsChecks, snapshot, [event('toggled'), event('x')])).toEqual([
      `button ${name}`,
      null,
    ]);
  });
});
