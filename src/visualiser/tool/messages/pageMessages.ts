import { connectionMessages } from '../../../../machines/connection/connection.messages.ts';
import { jobApplicationMessages } from '../../../../machines/jobApplication/jobApplication.messages.ts';
import { routeLoadingMessages } from '../../../../machines/routeLoading/routeLoading.messages.ts';
import type { CatalogueMessage } from './messages.types.ts';
import { messagesOf, submit } from './steps.ts';

const careers: CatalogueMessage[] = [
  ...messagesOf(
    'Careers',
    'openings',
    [],
    [
      [
        'empty category',
        'No current openings in this category. Check back later!',
        { type: 'categoryChosen', payload: { category: 'a category without openings' } },
      ],
    ],
    { shownIn: { state: 'empty' } },
  ),
  ...messagesOf(
    'Careers',
    'jobApplication',
    ['opened: for Math Tutor'],
    [['file of another kind', jobApplicationMessages.refused, 'fileChosen: another kind']],
    { shownIn: { state: 'open.fileRefused' } },
  ),
  ...messagesOf(
    'Careers',
    'jobApplication',
    [],
    [['file lost by a reload', jobApplicationMessages.lost('cv.pdf'), 'draftFound: left open, with a file']],
    {
      shownIn: {
        state: 'open.idle',
        context: ({ resumeBeforeReload }) => typeof resumeBeforeReload === 'string',
      },
    },
  ),
  ...messagesOf(
    'Careers',
    'jobApplication',
    ['opened: for Math Tutor', 'changed: everything required', 'fileChosen: PDF'],
    [['thanks, in a window of the browser', jobApplicationMessages.thanks('Math Tutor'), submit]],
    { shownIn: { state: 'closed', event: 'submitted' } },
  ),
];

const blog: CatalogueMessage[] = [
  ...messagesOf(
    'Blog',
    'blogList',
    [],
    [['empty category', 'No blog posts found in this category.', 'categoryChosen: a category without posts']],
    { shownIn: { state: 'empty' } },
  ),
  ...messagesOf('Blog', 'blogPost', [], [['unknown slug', 'Loading...']], {
    path: '/blog/no-such-post',
    input: { slug: 'no-such-post', slugs: [] },
    shownIn: { state: 'unknown' },
  }),
  ...messagesOf('Blog', 'blogPost', [], [['post that loads', 'Loading...']], {
    startsAnew: true,
    shownIn: { state: 'loading' },
  }),
  ...messagesOf(
    'Blog',
    'blogPost',
    [],
    [
      [
        'post not loaded',
        'This post could not be loaded. Please check your connection and try again.',
        'loadPost: not loaded',
      ],
    ],
    { startsAnew: true, shownIn: { state: 'failed' } },
  ),
];

const anyPage: CatalogueMessage[] = [
  ...messagesOf('Any page', 'routeLoading', [], [['slow', routeLoadingMessages.slow, 'after slowNotice']], {
    startsAnew: true,
    shownIn: { state: 'loading.slow' },
  }),
  ...messagesOf(
    'Any page',
    'routeLoading',
    [],
    [['not loaded', routeLoadingMessages.failed, 'loadScreen: not loaded']],
    {
      startsAnew: true,
      shownIn: { state: 'failed' },
    },
  ),
  ...messagesOf(
    'Any form',
    'connection',
    [],
    [['offline', connectionMessages.offline, 'wentOffline: the network is lost']],
    { shownIn: { state: 'offline' } },
  ),
  ...messagesOf(
    'Newsletter',
    'newsletter',
    [],
    [
      [
        'field: e-mail',
        'Please enter an e-mail address such as name@example.com.',
        'changed: one without a dot',
        submit,
      ],
    ],
    { shownIn: { state: 'invalid' } },
  ),
  ...messagesOf(
    'Newsletter',
    'newsletter',
    [],
    [
      [
        'thanks',
        'Thank you for your interest. Our newsletter has not started yet, so you are not subscribed and your address was not kept.',
        'changed: an e-mail address',
        submit,
      ],
    ],
    { shownIn: { state: 'done' } },
  ),
];

/** The messages of the pages other than those of the forms. */
export const pageMessages: readonly CatalogueMessage[] = [...careers, ...blog, ...anyPage];
