/** The environment of a page, as far as other tools ask for it. */
export { serverActors } from './serverCalls.ts';
