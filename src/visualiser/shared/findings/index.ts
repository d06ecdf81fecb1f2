/** The differences between a page and what is expected of it: for the agent of a followed page, and for the driver of the tests. */
export { documentProblems } from './documentProblems.ts';
export { findings } from './findings.ts';
export { GUIDELINES } from './guidelines.ts';
