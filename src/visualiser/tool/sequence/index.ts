/** The messages between visitor, page and server on a timeline. */
export { rowAsText, sequenceOf } from './sequence.ts';
