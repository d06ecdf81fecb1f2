import { site } from './site.ts';

/** The title, the description and the canonical path of a page. */
export type Seo = {
  /** The canonical path of the page; null where search engines must not index it. */
  path: string | null;
  /** The whole browser title, at most 60 characters with the default name. */
  title: string;
  /** The meta description, at most 155 characters. */
  description: string;
};

/** The browser title of a page or post: its own title plus the site's name. Spec §2, Blog. */
export function pageTitle(title: string): string {
  return `${title} | ${site.name}`;
}
