/** The differences between a page and its expectations: for the agent and for the driver of the tests. */
export { documentProblems } from './documentProblems.ts';
export { findings } from './findings.ts';
export { GUIDELINES } from './guidelines.ts';
