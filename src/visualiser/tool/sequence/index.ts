/** The messages between visitor, page and server on a timeline. */
export { sequenceAsMermaid } from './mermaid.ts';
export { entriesOfFlow, rowAsText, sequenceOf } from './sequence.ts';
