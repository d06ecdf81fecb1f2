/** The environment of a page, as far as other tools need it. */
export { serverActors } from './serverCalls.ts';
