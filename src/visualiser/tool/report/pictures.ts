import type { ReportStep } from './types.ts';

/** The largest size of all pictures of a report, in characters; a mail takes about 20 million. */
const MAX_PICTURES = 10_000_000;

/** Returns steps with their newest pictures, as many as the report has room for, and how many were left out. */
export function withPictures(steps: readonly ReportStep[]): { steps: ReportStep[]; omitted: number } {
  let size = 0;
  let omitted = 0;
  let next: string | undefined;
  const shown = steps.toReversed().map((step) => {
    const { html } = step.picture ?? {};
    if (html === undefined) return step;
    const isSame = html === next;
    next = html;
    if (!isSame) size += html.length;
    const isOmitted = size > MAX_PICTURES;
    if (isOmitted && !isSame) omitted += 1;
    return isSame || isOmitted ? { ...step, picture: null } : step;
  });
  return { steps: shown.toReversed(), omitted };
}
