/** A link: its text and its target. */
export type Link = { label: string; href: string };
