/** The changes since another build, and from what is written. */
export { readBuildFile } from './buildFile.ts';
export { writtenComparison } from './writtenComparison.ts';
