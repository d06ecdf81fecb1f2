import type { ChangeEvent } from 'react';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { Flow } from '../../../machines/paths/flow.ts';
import { type Recording, record } from '../../../machines/paths/recording.ts';
import type { visualiserRecorderMachine } from '../../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { focusById } from '../../browser/focus.ts';
import { copy, download } from '../../browser/handover.ts';
import type { Pose } from '../channel/messages.ts';
import { Button } from '../parts/Button.tsx';
import { Steps } from '../parts/Steps.tsx';
import { linkTo, problemOf, readRecording, TEST_FOLDER, testOf } from '../recordings.ts';

type Send = (event: EventFromLogic<typeof visualiserRecorderMachine>) => void;

const PANEL = 'recording';

type Props = {
  flow: Flow;
  snapshot: SnapshotFrom<typeof visualiserRecorderMachine>;
  send: Send;
  pose: Pose | null;
  /** The path of the page that is followed. */
  path: string | null;
  isBusy: boolean;
  replay: (recording: Recording) => void;
};

async function openFile({ currentTarget: field }: ChangeEvent<HTMLInputElement>, flow: Flow, send: Send) {
  const text = await field.files?.[0]?.text();
  if (text === undefined) return;
  const recording = readRecording(text);
  const isOfFlow = recording?.flow === flow.id;
  field.setCustomValidity(isOfFlow ? '' : `This file holds no recording of "${flow.title}".`);
  if (!field.reportValidity() || !recording) return;
  send({ type: 'recordingOpened', recording });
}

type KeptProps = { flow: Flow; recording: Recording } & Pick<Props, 'isBusy' | 'replay' | 'send'>;

function Kept({ flow, recording, isBusy, replay, send }: KeptProps) {
  const problem = problemOf(flow, recording);
  const link = linkTo(recording, window.location.origin);
  const name = `${flow.id}-recorded`;
  const save = (file: string, type: string, text: string) => download(file, new Blob([text], { type }));
  const { length } = recording.steps;
  return (
    <>
      <p>
        {length} {length === 1 ? 'step' : 'steps'} on {recording.path}
      </p>
      <Steps steps={recording.steps} />
      <div className="row">
        <Button isOff={isBusy} onClick={() => replay(recording)}>
          Replay on the page
        </Button>
        <button
          type="button"
          onClick={() => save(`${name}.json`, 'application/json', JSON.stringify(recording, null, 2))}
        >
          Save as a file
        </button>
        <button type="button" onClick={() => copy(link)}>
          Copy a link
        </button>
        <Button
          isOff={problem !== null}
          onClick={() => save(`${name}.test.ts`, 'text/plain', testOf(flow, recording))}
        >
          Export as a test
        </Button>
        <button type="button" onClick={() => send({ type: 'discardPressed' })}>
          Discard
        </button>
      </div>
      <label className="link-field">
        Link <input readOnly value={link} />
      </label>
      {problem === null ? (
        <p className="hint">
          What was typed is not in it: its letters and digits are replaced. Put the test into {TEST_FOLDER}.
        </p>
      ) : (
        <p className="reason">The bare machine cannot walk it, so it is no test: {problem}</p>
      )}
    </>
  );
}

/** Records what happens to a flow, to be replayed, shared without what was typed, or kept as a test. */
export function RecordingPanel({ flow, snapshot, send, pose, path, isBusy, replay }: Props) {
  const { happenings, opened, path: recordedOn } = snapshot.context;
  const isUnderWay = pose !== null && Object.keys(pose.children).length > 0;
  const recording = opened ?? record(flow, recordedOn, happenings);
  /** What was pressed gives way to something else: the focus stays in the panel. */
  const press: Send = (event) => {
    send(event);
    focusById(PANEL);
  };
  return (
    <div className="recording-panel" id={PANEL} tabIndex={-1}>
      {snapshot.matches('off') && (
        <>
          <Button
            isOff={!pose || path === null || isUnderWay}
            onClick={() => press({ type: 'recordPressed', flow: flow.id, path: path ?? '/' })}
          >
            Record
          </Button>
          <p className="hint">
            {!pose
              ? 'The flow does not run on the page that is followed.'
              : isUnderWay
                ? 'Something is under way. A recording begins where nothing is.'
                : 'From now on everything that happens to this flow is put down, until you stop or the page is loaded again.'}
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
            Recording: {happenings.length} {happenings.length === 1 ? 'step' : 'steps'}
          </p>
          <button type="button" onClick={() => press({ type: 'stopPressed' })}>
            Stop
          </button>
        </>
      )}
      {snapshot.matches('kept') && <Kept {...{ flow, recording, isBusy, replay }} send={press} />}
    </div>
  );
}
