/** What happened on a followed page. */
export type { Picture, TimelineEntry } from './types.ts';
