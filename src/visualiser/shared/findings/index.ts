/** What a page shows otherwise than expected: for the agent of a followed page, and for the driver of the tests. */
export { findings } from './findings.ts';
