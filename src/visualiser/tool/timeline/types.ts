import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';

/** A page at one moment: an HTML document without scripts that contains its styles. */
export type Picture = {
  html: string;
  /** The size of the window in pixels, and how far it was scrolled. */
  width: number;
  height: number;
  scroll: { x: number; y: number };
};

/** One thing that happened on a followed page; `picture` is what the visitor saw then, null where none was taken. */
export type TimelineEntry = TimelineRecord & { picture: Picture | null };
