/** The messages between the pages of the site and the visualisers: what is read of them, and what is refused. */

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
