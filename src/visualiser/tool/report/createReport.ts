import type { Flow } from '../../../../machines/paths/index.ts';
import { type Mask, unmasked } from '../../../../machines/visualiser/mask.ts';
import { createRecording } from '../../../../machines/visualiser/recording.ts';
import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { replayProblem } from '../runs/runSteps.ts';
import { MAX_LINK_LENGTH, recordingUrl, TEST_FOLDER, testCodeOf } from '../storage/recordings.ts';
import { observedTransitions, reportedEntries } from './reportedEntries.ts';
import { stepsOf } from './steps.ts';
import type { Picture, Report, ReportStep, Versions } from './types.ts';

/** The largest number of steps that a report tells; the recording has them all. */
const MAX_STEPS = 300;

/** The largest size of all pictures of a report, in characters; a mail takes about 20 million. */
const MAX_PICTURES = 10_000_000;

/** Steps with their newest pictures, as many as the report has room for, and the number of omitted pictures. */
function withPictures(steps: readonly ReportStep[]): { steps: ReportStep[]; omitted: number } {
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

type Options = {
  mask: Mask;
  versions: Versions;
  origin: string;
  /** The page after an entry, as a self-contained document; null where it was not recorded. */
  pictureOf?: (record: TimelineRecord) => Promise<Picture | null>;
};

/**
 * The report of a flow from the timeline of a page: the last session in which something happened. The recording is
 * always masked.
 */
export async function createReport(
  flow: Flow,
  timeline: readonly TimelineRecord[],
  { mask, versions, origin, pictureOf = async () => null }: Options,
): Promise<Report> {
  const entries = reportedEntries(flow, timeline);
  const path = entries.at(-1)?.page.path ?? flow.page ?? '/';
  const all = stepsOf(flow, entries, mask);
  const pictured: ReportStep[] = [];
  for (const { step, record } of all.slice(-MAX_STEPS))
    pictured.push({ ...step, picture: await pictureOf(record) });
  const { steps, omitted } = withPictures(pictured);
  const recording = createRecording(flow, path, observedTransitions(entries));
  const link = await recordingUrl(recording, origin);
  const problem = replayProblem(flow, recording);
  const { id, title, purpose } = flow;
  return {
    flow: { id, title, purpose },
    path,
    isMasked: mask !== unmasked,
    steps,
    omittedSteps: all.length - steps.length,
    omittedPictures: omitted,
    versions,
    recording,
    link: link.length > MAX_LINK_LENGTH ? null : link,
    testCode: testCodeOf(flow, recording),
    testFolder: TEST_FOLDER,
    problem: problem && mask.text(problem),
  };
}
