import type { ChangeEvent } from 'react';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { Flow } from '../../../machines/paths/flow.ts';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import { createRecording, type Recording } from '../../../machines/paths/recording.ts';
import type { visualiserRecorderMachine } from '../../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { copyToClipboard, downloadFile } from '../../browser/downloadAndClipboard.ts';
import { focusById } from '../../browser/focus.ts';
import { Button } from '../parts/Button.tsx';
import { Steps } from '../parts/Steps.tsx';
import { readRecording, recordingUrl, replayProblem, TEST_FOLDER, testCodeOf } from '../recordings.ts';

type Send = (event: EventFromLogic<typeof visualiserRecorderMachine>) => void;

const PANEL = 'recording';

type Props = {
  flow: Flow;
  snapshot: SnapshotFrom<typeof visualiserRecorderMachine>;
  send: Send;
  persistedSnapshot: PersistedSnapshot | null;
  /** The path of the page that is followed. */
  path: string | null;
  isBusy: boolean;
  replay: (recording: Recording) => void;
};

/** Opens a recording from a file; a file without a recording of this flow is reported at the field. */
async function openFile({ currentTarget: field }: ChangeEvent<HTMLInputElement>, flow: Flow, send: Send) {
  const text = await field.files?.[0]?.text();
  if (text === undefined) return;
  const recording = readRecording(text);
  const isOfFlow = recording?.flow === flow.id;
  field.setCustomValidity(isOfFlow ? '' : `This file holds no recording of "${flow.title}".`);
  if (!field.reportValidity() || !recording) return;
  send({ type: 'recordingOpened', recording });
}

type SavedRecordingProps = { flow: Flow; recording: Recording } & Pick<Props, 'isBusy' | 'replay' | 'send'>;

function SavedRecording({ flow, recording, isBusy, replay, send }: SavedRecordingProps) {
  const problem = replayProblem(flow, recording);
  const url = recordingUrl(recording, window.location.origin);
  const name = `${flow.id}-recorded`;
  const save = (file: string, type: string, text: string) => downloadFile(file, new Blob([text], { type }));
  const { length } = recording.steps;
  return (
    <>
      <p>
        {length} {length === 1 ? 'step' : 'steps'} on {recording.path}
      </p>
      <Steps steps={recording.steps} />
      <div className="row">
        <Button isDisabled={isBusy} onClick={() => replay(recording)}>
          Replay on the page
        </Button>
        <button
          type="button"
          onClick={() => save(`${name}.json`, 'application/json', JSON.stringify(recording, null, 2))}
        >
          Save as a file
        </button>
        <button type="button" onClick={() => copyToClipboard(url)}>
          Copy a link
        </button>
        <Button
          isDisabled={problem !== null}
          onClick={() => save(`${name}.test.ts`, 'text/plain', testCodeOf(flow, recording))}
        >
          Export as a test
        </Button>
        <button type="button" onClick={() => send({ type: 'recordingDiscarded' })}>
          Discard
        </button>
      </div>
      <label className="link-field">
        Link <input readOnly value={url} />
      </label>
      {problem === null ? (
        <p className="hint">
          What was typed is not in it: its letters and digits are replaced. Put the test into {TEST_FOLDER}.
        </p>
      ) : (
        <p className="reason">The machine alone cannot replay it, so it is no test: {problem}</p>
      )}
    </>
  );
}

/** Records the steps of a flow. A recording can be replayed, shared without typed values, or exported as a test. */
export function RecordingPanel({ flow, snapshot, send, persistedSnapshot, path, isBusy, replay }: Props) {
  const { observedTransitions, opened, path: recordedOn } = snapshot.context;
  const hasRunningActors = persistedSnapshot !== null && Object.keys(persistedSnapshot.children).length > 0;
  const recording = opened ?? createRecording(flow, recordedOn, observedTransitions);
  // The pressed button is replaced by others: the focus moves to the panel.
  const sendAndFocus: Send = (event) => {
    send(event);
    focusById(PANEL);
  };
  return (
    <div className="recording-panel" id={PANEL} tabIndex={-1}>
      {snapshot.matches('idle') && (
        <>
          <Button
            isDisabled={!persistedSnapshot || path === null || hasRunningActors}
            onClick={() => sendAndFocus({ type: 'recordingStarted', flow: flow.id, path: path ?? '/' })}
          >
            Record
          </Button>
          <p className="hint">
            {!persistedSnapshot
              ? 'The flow does not run on the page that is followed.'
              : hasRunningActors
                ? 'Something is under way. A recording begins where nothing is.'
                : 'From now on everything that happens to this flow is recorded, until you stop or the page is loaded again.'}
          </p>
          <label className="file-field">
            Open a recording{' '}
            <input type="file" accept=".json" onChange={(event) => openFile(event, flow, send)} />
          </label>
        </>
      )}
      {snapshot.matches('recording') && (
        <>
          <p role="status">
            Recording: {observedTransitions.length} {observedTransitions.length === 1 ? 'step' : 'steps'}
          </p>
          <button type="button" onClick={() => sendAndFocus({ type: 'recordingStopped' })}>
            Stop
          </button>
        </>
      )}
      {snapshot.matches('recorded') && (
        <SavedRecording {...{ flow, recording, isBusy, replay }} send={sendAndFocus} />
      )}
    </div>
  );
}
