/** The changes since another build. */
export { readBuildFile } from './buildFile.ts';
