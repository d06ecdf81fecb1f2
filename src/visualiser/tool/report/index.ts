/** The bug report of a flow. */
export { createReport } from './createReport.ts';
export { reportHtml } from './ReportDocument.tsx';
export type { Picture } from './types.ts';
