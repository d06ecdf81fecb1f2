import { createElement, Fragment, type ReactNode } from 'react';

const allowedTags = new Set(['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em']);

type OpenElement = { tag: string | null; id?: string | undefined; children: ReactNode[] };

/**
 * Renders text that is written as HTML, such as the body of a blog post: headings, paragraphs, lists and emphasis
 * without attributes but the id of a heading. The text is parsed into React elements and never set as HTML, so that it cannot contain anything
 * else; of other elements only the text is rendered.
 */
export function Html({ html }: { html: string }) {
  const root: OpenElement = { tag: null, children: [] };
  const openElements = [root];
  const innermost = () => openElements.at(-1) ?? root;
  for (const [token, slash, tag, id] of html.matchAll(
    /<(\/?)([a-z0-9]+)(?: id="([\w-]+)")?>|<[^>]*>|[^<]+/g,
  )) {
    if (tag === undefined) {
      if (!token.startsWith('<') && (token.trim() !== '' || openElements.length > 1))
        innermost().children.push(token);
    } else if (!allowedTags.has(tag)) {
    } else if (slash === '') {
      openElements.push({ tag, id: tag === 'h2' ? id : undefined, children: [] });
    } else if (innermost().tag === tag) {
      const { id: headingId, children } = innermost();
      openElements.pop();
      innermost().children.push(createElement(tag, { id: headingId }, ...children));
    }
  }
  return createElement(Fragment, null, ...root.children);
}
