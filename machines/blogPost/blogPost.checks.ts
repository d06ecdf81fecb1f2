import type { Checks } from '../checks/checks.types.ts';
import { button, noText, text } from '../checks/expectations.ts';
import { firstOf, movedTo, unchanged } from '../checks/focus.ts';

const AUTHOR = 'By Meenakshi Iyer';
const LOADING = 'Loading...';
const FAILED = 'This post could not be loaded. Please check your connection and try again.';

export const blogPostChecks: Checks = {
  focus: firstOf(movedTo('h1', 'slugChanged', 'retried'), unchanged),
  states: {
    loading: () => [text('How to Improve Your Math Skills'), text(LOADING), noText(AUTHOR)],
    shown: () => [text(AUTHOR), text('2. Draw before you calculate'), noText(LOADING)],
    unknown: () => [text(LOADING), noText(AUTHOR)],
    failed: () => [text(FAILED), button('Try again', { isEnabled: true }), noText(LOADING)],
  },
};
