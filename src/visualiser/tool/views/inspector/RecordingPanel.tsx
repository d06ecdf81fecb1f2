import type { ReactNode } from 'react';
import type { Flow } from '../../../../../machines/paths/index.ts';
import { errorMessage } from '../../../../../machines/shared/actors.ts';
import type { Recording } from '../../../../../machines/visualiser/recording.ts';
import { copyToClipboard, downloadFile } from '../../../../browser/downloadAndClipboard.ts';
import { focusById } from '../../../../browser/focus.ts';
import { useSnapshot } from '../../../../browser/snapshot.ts';
import { controlledTab, isRunActive, startRuns, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { flowWithId } from '../../model/flowModels.ts';
import { Button } from '../../parts/Button.tsx';
import { FileInput } from '../../parts/FileInput.tsx';
import { preparedRecording } from '../../runs/planner/client.ts';
import type { PreparedRecording } from '../../runs/planner/planner.ts';
import { recordingRun } from '../../runs/runSteps.ts';
import {
  linkOf,
  MAX_LINK_LENGTH,
  readRecording,
  saveRecording,
  testCodeOf,
} from '../../storage/recordings.ts';
import { Steps } from './Steps.tsx';

const PANEL = 'recording';

/** Opens a recording of a flow from the text of a file; returns in a sentence why it cannot be. */
export function openRecording(text: string, flow: Flow, open: (recording: Recording) => void): string | null {
  const recording = readRecording(text);
  if (recording?.flow !== flow.id) return `This file holds no recording of "${flow.title}".`;
  open(recording);
  return null;
}

function RecordingLink({ url }: { url: string | undefined }) {
  if (url !== undefined && url.length > MAX_LINK_LENGTH)
    return (
      <p className="reason">
        The recording is too long for a link, which would have {url.length} characters: save it as a file.
      </p>
    );
  return (
    <label className="link-field">
      Link <input readOnly value={url ?? ''} />
    </label>
  );
}

type Props = { flow: Flow; flows: VisualiserFlows };

function Recorded({ flow, flows, prepared }: Props & { prepared: PreparedRecording }) {
  const { recording, missing, problem } = prepared;
  const { output: url } = useSnapshot(linkOf(recording));
  const isLinkable = url !== undefined && url.length <= MAX_LINK_LENGTH;
  const { length } = recording.steps;
  return (
    <>
      <p>
        {length} {length === 1 ? 'step' : 'steps'}
        {flow.page !== null && ` on ${recording.path}`}
      </p>
      <Steps steps={recording.steps} />
      <div className="row">
        <Button
          isDisabled={isRunActive(flows) || missing !== null}
          onClick={() => startRuns(flows, [recordingRun(flow, recording, controlledTab(flows))])}
        >
          Replay on the page
        </Button>
        <button type="button" onClick={() => saveRecording(recording)}>
          Save as a file
        </button>
        <Button isDisabled={!isLinkable} onClick={() => url !== undefined && copyToClipboard(url)}>
          Copy a link
        </Button>
        <Button
          isDisabled={problem !== null}
          onClick={() =>
            downloadFile(`${flow.id}-recorded.test.ts`, testCodeOf(flow, recording), 'text/plain')
          }
        >
          Export as a test
        </Button>
        <button
          type="button"
          onClick={() => {
            flows.recorder.send({ type: 'recordingDiscarded' });
            // The pressed button is replaced by others.
            focusById(PANEL);
          }}
        >
          Discard
        </button>
      </div>
      <RecordingLink url={url} />
      {missing !== null && <p className="reason">{missing}</p>}
      {problem !== null && (
        <p className="reason">The machine alone cannot replay it, so it is no test: {problem}</p>
      )}
    </>
  );
}

type RecorderSnapshot = VisualiserFlows['recorder']['snapshot'];

type WithRecordingProps = {
  flow: Flow;
  recorder: VisualiserFlows['recorder'];
  children: (prepared: PreparedRecording) => ReactNode;
};

/** The flow of the recording, perhaps another than the shown one. */
export const recordedFlow = (shown: Flow, { context }: RecorderSnapshot): Flow =>
  flowWithId(context.flow ?? shown.id) ?? shown;

/** The opened recording, else one of the observed transitions; a note until it is worked out. */
export function WithRecording({ flow, recorder: { snapshot }, children }: WithRecordingProps) {
  const { opened, observedTransitions } = snapshot.context;
  const { output, error } = useSnapshot(preparedRecording(flow.id, snapshot.context));
  if (output) return children(output);
  return error === undefined ? (
    <p role="status">Working out {opened?.steps.length ?? observedTransitions.length} steps…</p>
  ) : (
    <p role="alert">The recording could not be worked out. {errorMessage(error, '')}</p>
  );
}

/** Records the steps of a flow. A recording can be replayed, shared without typed values, or exported as a test. */
export function RecordingPanel({ flow, flows }: Props) {
  const { snapshot, send } = flows.recorder;
  const { observedTransitions } = snapshot.context;
  const recorded = recordedFlow(flow, snapshot);
  return (
    <div className="stack" id={PANEL} tabIndex={-1}>
      {recorded !== flow && <p className="note">It is of the flow "{recorded.title}".</p>}
      {snapshot.matches('idle') && (
        <>
          <p className="note">Rec, in the bar, records what happens to the flow on its page.</p>
          <FileInput
            label="Open a recording"
            open={(text) =>
              openRecording(text, flow, (recording) => send({ type: 'recordingOpened', recording }))
            }
          />
        </>
      )}
      {snapshot.matches('recording') && (
        <p role="status">
          Recording: {observedTransitions.length} {observedTransitions.length === 1 ? 'step' : 'steps'}
        </p>
      )}
      {snapshot.matches('recorded') && (
        <WithRecording flow={recorded} recorder={flows.recorder}>
          {(prepared) => <Recorded flow={recorded} flows={flows} prepared={prepared} />}
        </WithRecording>
      )}
    </div>
  );
}
