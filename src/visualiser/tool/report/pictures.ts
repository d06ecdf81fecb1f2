import type { ReportStep } from './types.ts';

/** The largest size of all pictures of a report, in characters; a mail takes about 20 million. */
const MAX_PICTURES = 10_000_000;

function withoutSamePictures(steps: readonly ReportStep[]): ReportStep[] {
  let last: string | undefined;
  return steps.map((step) => {
    const isSame = step.picture !== null && step.picture.html === last;
    last = step.picture?.html ?? last;
    return isSame ? { ...step, picture: null } : step;
  });
}

/** Returns steps with their newest pictures, as many as the report has room for, and how many were left out. */
export function withPictures(steps: readonly ReportStep[]): { steps: ReportStep[]; omitted: number } {
  let size = 0;
  let omitted = 0;
  const shown = withoutSamePictures(steps.toReversed()).map((step) => {
    if (!step.picture) return step;
    size += step.picture.html.length;
    if (size <= MAX_PICTURES) return step;
    omitted += 1;
    return { ...step, picture: null };
  });
  return { steps: shown.toReversed(), omitted };
}
