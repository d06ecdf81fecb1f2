/** The changes since another build, and from the written plan. */
export { readBuildFile } from './buildFile.ts';
export { writtenComparison } from './writtenComparison.ts';
