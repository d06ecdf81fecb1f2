/** What has changed since another build. */
export { readBuildFile } from './buildFile.ts';
