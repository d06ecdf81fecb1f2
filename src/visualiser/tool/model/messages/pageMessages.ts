import { connectionMessages } from '../../../../../machines/connection/connection.messages.ts';
import { jobApplicationMessages } from '../../../../../machines/jobApplication/jobApplication.messages.ts';
import { openingsMessages } from '../../../../../machines/openings/openings.messages.ts';
import { routeLoadingMessages } from '../../../../../machines/routeLoading/routeLoading.messages.ts';
import { newsletterText } from '../../../../content/newsletter.ts';
import { blogText } from '../../../../content/posts.ts';
import type { CatalogueMessage } from './messages.types.ts';
import { messageOf, submit } from './steps.ts';

/** The messages of the pages other than those of the forms. */
export const pageMessages: readonly CatalogueMessage[] = [
  messageOf('Careers', 'openings', {
    condition: 'empty category',
    text: openingsMessages.empty,
    steps: [{ type: 'categoryChosen', payload: { category: 'a category without openings' } }],
    shownIn: { state: 'empty' },
  }),
  messageOf('Careers', 'jobApplication', {
    condition: 'file of another kind',
    text: jobApplicationMessages.refused,
    steps: ['opened: for Math Tutor', 'fileChosen: another kind'],
    shownIn: { state: 'open.fileRefused' },
  }),
  messageOf('Careers', 'jobApplication', {
    condition: 'file lost by a reload',
    text: jobApplicationMessages.lost('cv.pdf'),
    steps: ['draftFound: left open, with a file'],
    shownIn: {
      state: 'open.idle',
      context: ({ resumeBeforeReload }) => typeof resumeBeforeReload === 'string',
    },
  }),
  messageOf('Careers', 'jobApplication', {
    condition: 'thanks, in a window of the browser',
    text: jobApplicationMessages.thanks('Math Tutor'),
    steps: ['opened: for Math Tutor', 'changed: everything required', 'fileChosen: PDF', submit],
    shownIn: { state: 'closed', event: 'submitted' },
  }),
  messageOf('Blog', 'blogList', {
    condition: 'empty category',
    text: blogText.empty,
    steps: ['categoryChosen: a category without posts'],
    shownIn: { state: 'empty' },
  }),
  messageOf('Blog', 'blogPost', {
    condition: 'unknown slug',
    text: blogText.loading,
    path: '/blog/no-such-post',
    input: { slug: 'no-such-post', slugs: [] },
    shownIn: { state: 'unknown' },
  }),
  messageOf('Blog', 'blogPost', {
    condition: 'post that loads',
    text: blogText.loading,
    startsAnew: true,
    shownIn: { state: 'loading' },
  }),
  messageOf('Blog', 'blogPost', {
    condition: 'post not loaded',
    text: blogText.failed,
    startsAnew: true,
    steps: ['loadPost: not loaded'],
    shownIn: { state: 'failed' },
  }),
  messageOf('Any page', 'routeLoading', {
    condition: 'slow',
    text: routeLoadingMessages.slow,
    startsAnew: true,
    steps: ['after slowNotice'],
    shownIn: { state: 'loading.slow' },
  }),
  messageOf('Any page', 'routeLoading', {
    condition: 'not loaded',
    text: routeLoadingMessages.failed,
    startsAnew: true,
    steps: ['loadScreen: not loaded'],
    shownIn: { state: 'failed' },
  }),
  messageOf('Any form', 'connection', {
    condition: 'offline',
    text: connectionMessages.offline,
    steps: ['wentOffline: the network is lost'],
    shownIn: { state: 'offline' },
  }),
  messageOf('Newsletter', 'newsletter', {
    condition: 'field: e-mail',
    text: newsletterText.emailProblem,
    steps: ['changed: one without a dot', submit],
    shownIn: { state: 'invalid' },
  }),
  messageOf('Newsletter', 'newsletter', {
    condition: 'thanks',
    text: newsletterText.success,
    steps: ['changed: an e-mail address', submit],
    shownIn: { state: 'done' },
  }),
];
