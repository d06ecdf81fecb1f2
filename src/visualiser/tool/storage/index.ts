/** The contents of links and files of the visualiser. */
export { readBuildFile } from './buildFile.ts';
export { failureLink, readFailure, readFailureLink } from './failureLinks.ts';
export {
  MAX_LINK_LENGTH,
  readRecording,
  recordingFromFragment,
  recordingUrl,
  TEST_FOLDER,
  testCodeOf,
} from './recordings.ts';
