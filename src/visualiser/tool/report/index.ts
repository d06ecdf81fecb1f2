/** The bug report of a flow, and the mask of what was typed. */
export { createReport } from './createReport.ts';
export { reportHtml } from './reportHtml.tsx';
export { textMask, typedTextsIn } from './typedTexts.ts';
export type { Picture } from './types.ts';
