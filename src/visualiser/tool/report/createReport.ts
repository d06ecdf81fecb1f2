import type { Flow } from '../../../../machines/paths/index.ts';
import { createRecording } from '../../../../machines/visualiser/recording.ts';
import { MAX_LINK_LENGTH, recordingUrl, replayProblem, TEST_FOLDER, testCodeOf } from '../recordings.ts';
import type { TimelineEntry } from '../timeline/types.ts';
import { withPictures } from './pictures.ts';
import { observedTransitions, reportedEntries } from './reportedEntries.ts';
import { stepsOf } from './steps.ts';
import { textMask, typedTextsIn } from './typedTexts.ts';
import type { Report, ReportStep, Versions } from './types.ts';

/** The largest number of steps that a report tells; the recording has them all. */
const MAX_STEPS = 300;

type Options = {
  isMasked: boolean;
  versions: Versions;
  origin: string;
  /** Draws the steps on the chart, as SVG. */
  drawChart: (steps: readonly ReportStep[]) => Promise<string>;
  /** Returns the document of a picture with its images as data, and with its fonts where they are wanted. */
  inline?: (html: string, hasFonts: boolean) => Promise<string>;
};

/** Returns steps whose pictures need nothing else: with fonts, unless there is no room for all pictures then. */
async function withInlinedPictures(steps: readonly ReportStep[], inline: NonNullable<Options['inline']>) {
  const inlined = async (hasFonts: boolean) =>
    withPictures(
      await Promise.all(
        steps.map(async (step) => {
          const { picture } = step;
          return picture
            ? { ...step, picture: { ...picture, html: await inline(picture.html, hasFonts) } }
            : step;
        }),
      ),
    );
  const pictured = await inlined(true);
  return pictured.omitted === 0 ? pictured : inlined(false);
}

/**
 * Returns the report of a flow from the timeline of a page: the last session in which something happened. With `isMasked`,
 * nothing in it is as it was typed; the recording is always masked. The pictures are taken as the timeline has them.
 */
export async function createReport(
  flow: Flow,
  timeline: readonly TimelineEntry[],
  { isMasked, versions, origin, drawChart, inline = async (html) => html }: Options,
): Promise<Report> {
  const entries = reportedEntries(flow, timeline);
  const path = entries.at(-1)?.page.path ?? flow.page ?? '/';
  const text = isMasked ? textMask(typedTextsIn(timeline)) : String;
  const all = stepsOf(flow, entries, { isMasked, text });
  const { steps, omitted } = await withInlinedPictures(all.slice(-MAX_STEPS), inline);
  const recording = createRecording(flow, path, observedTransitions(entries));
  const [link, chart] = await Promise.all([recordingUrl(recording, origin), drawChart(steps)]);
  const problem = replayProblem(flow, recording);
  const { id, title, purpose } = flow;
  return {
    flow: { id, title, purpose },
    path,
    isMasked,
    steps,
    omittedSteps: all.length - steps.length,
    omittedPictures: omitted,
    versions,
    chart,
    recording,
    link: link.length > MAX_LINK_LENGTH ? null : link,
    testCode: testCodeOf(flow, recording),
    testFolder: TEST_FOLDER,
    problem: problem && text(problem),
  };
}
