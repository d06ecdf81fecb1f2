/** A browser's translation of a page, for the agent of a followed page and for the tests. */
export { type Translation, translatePage } from './translatePage.ts';
