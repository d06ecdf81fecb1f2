import { waitFor } from 'xstate';
import type { Flow } from '../../../../machines/paths/index.ts';
import { unmasked } from '../../../../machines/visualiser/mask.ts';
import type { LinkContext } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { downloadFile } from '../../../browser/downloadAndClipboard.ts';
import { maskOf } from '../flows/mask.ts';
import { controlledFrame, type VisualiserFlows } from '../flows/visualiserFlows.ts';
import { createPictures } from './createPictures.ts';
import { createReport } from './createReport.ts';
import { reportHtml } from './ReportDocument.tsx';
import css from './report.css?raw';
import { reportedEntries } from './reportedEntries.ts';
import type { Versions } from './types.ts';

/** The versions and settings of this browser. `frame` is that of the page, null where it is in another tab. */
function versionsOf(frame: HTMLIFrameElement | null): Versions {
  const { navigator, innerWidth, innerHeight } = frame?.contentWindow ?? window;
  return {
    Site: import.meta.env.VITE_BUILD_VERSION ?? 'unknown',
    Address: window.location.origin,
    Browser: navigator.userAgent,
    Viewport: frame ? `${innerWidth} × ${innerHeight} px` : 'that of another tab',
    Locale: navigator.languages.join(', '),
    'Time zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    'Reported at': new Date().toISOString(),
  };
}

/** The longest time that is waited for the picture of the last step, in milliseconds. */
const PICTURE_TIMEOUT = 2_000;

/** Waits until the page has sent the picture of the last entry of a flow, or sends none. */
async function pictured(flow: Flow, { visualiser, link }: VisualiserFlows): Promise<LinkContext> {
  const last = reportedEntries(flow, link.snapshot.context.timeline).at(-1);
  const actor = visualiser.snapshot.children.visualiserLink;
  if (!last || !actor) return link.snapshot.context;
  const isPictured = ({ context: { followedPage, recorded } }: typeof link.snapshot) =>
    followedPage?.id !== last.page.id ||
    recorded.some(({ page, entry }) => page === last.page.id && entry >= last.number);
  await waitFor(actor, isPictured, { timeout: PICTURE_TIMEOUT }).catch(() => {});
  return actor.getSnapshot().context;
}

/** Saves the events of a flow as a bug report: one HTML file, masked unless typed values are shown. */
export async function saveReport(flow: Flow, flows: VisualiserFlows): Promise<void> {
  const context = await pictured(flow, flows);
  const mask = flows.view.snapshot.context.areValuesShown ? unmasked : maskOf(context);
  const report = await createReport(flow, flows.link.snapshot.context.timeline, {
    mask,
    versions: versionsOf(controlledFrame(flows)),
    origin: window.location.origin,
    pictureOf: createPictures(context, mask),
  });
  const html = await reportHtml(report, css);
  downloadFile(`${flow.id}-report.html`, html, 'text/html');
}
