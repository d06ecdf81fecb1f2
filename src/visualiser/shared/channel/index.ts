/** The messages between the pages of the site and the visualisers, with their validation. */

export { toCloneable } from './cloneable.ts';
export * from './names.ts';
export { toPlainData } from './plainData.ts';
export {
  type FromPage,
  type FromVisualiser,
  type PageCommand,
  readEvent,
  readFromPage,
  readFromVisualiser,
  readPersistedSnapshot,
} from './protocol.ts';
