import type { Checks } from '../checks/checks.types.ts';
import { button, noText, text } from '../checks/expectations.ts';
import { byVisitor, firstOf, movedTo, unchanged } from '../checks/focus.ts';

type PostTexts = { title: string; author: string; heading: string };

/** The checks of a post, for the site's texts and those of the post that the cases load. */
export const blogPostChecks = (
  { loading, failed, retry }: { loading: string; failed: string; retry: string },
  { title, author, heading }: PostTexts,
): Checks => ({
  focus: firstOf(byVisitor(movedTo('h1', 'slugChanged')), movedTo('h1', 'retried'), unchanged),
  states: {
    loading: () => [text(title), text(loading), noText(author)],
    shown: () => [text(author), text(heading), noText(loading)],
    unknown: () => [text(loading), noText(author)],
    failed: () => [text(failed), button(retry, { isEnabled: true }), noText(loading)],
  },
});
