import { ReportDocument } from './ReportDocument.tsx';
import type { Report } from './types.ts';

/** Returns a report as one HTML file, in which nothing runs and which needs nothing else. */
export async function reportHtml(report: Report, styles: string): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return `<!doctype html>\n${renderToStaticMarkup(<ReportDocument report={report} styles={styles} />)}\n`;
}
