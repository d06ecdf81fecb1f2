/** A link as plain data: what it says and where it goes. */
export type Link = { label: string; href: string };
