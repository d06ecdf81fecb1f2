/** A backup as a seam: its restoration into the schema of a release that is still to come. */
export { checkBackup } from './readBackup.ts';
export { restoreBackup } from './restoreBackup.ts';
