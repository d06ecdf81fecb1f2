/** The timeline of a followed page. */
export type { Picture } from './types.ts';
