/** The data that the visualiser is about, as far as tests and other tools need them. */
export { told } from './entries/displayed.ts';
export { errorCatalogue, titleOf } from './messages/errorCatalogue.ts';
export { toSource } from './sourceCode.ts';
