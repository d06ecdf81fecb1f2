import { site } from '../site.ts';

/** What the head of a page says of it. */
export type Seo = {
  /** The address that the page is known by; null where there is nothing for a search engine to know. */
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
