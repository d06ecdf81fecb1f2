/** The timeline of a followed page. */
export type { Picture, TimelineEntry } from './types.ts';
