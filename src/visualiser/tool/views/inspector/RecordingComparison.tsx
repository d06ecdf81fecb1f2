import type { Flow } from '../../../../../machines/paths/index.ts';
import type { RecordedStep } from '../../../../../machines/visualiser/recording.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { FileInput } from '../../parts/FileInput.tsx';
import { openRecording, recordedFlow, WithRecording } from './RecordingPanel.tsx';
import { Steps } from './Steps.tsx';

type Props = { flow: Flow; recorder: VisualiserFlows['recorder'] };

const isSameStep = (one?: RecordedStep, other?: RecordedStep) =>
  one?.name === other?.name && one?.state === other?.state;

/** The steps from where two recordings of a flow differ. */
function Differences({ own, other }: { own: readonly RecordedStep[]; other: readonly RecordedStep[] }) {
  const length = Math.max(own.length, other.length);
  const first = Array.from({ length }).findIndex((_, index) => !isSameStep(own[index], other[index]));
  if (first === -1) return <p>Both recordings have the same {length} steps.</p>;
  return (
    <>
      <p>They differ from step {first + 1}.</p>
      {[
        { name: 'The recording', steps: own },
        { name: 'The file', steps: other },
      ].map(({ name, steps }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          {steps.length > first ? <Steps steps={steps} from={first} /> : <p>It ends before.</p>}
        </section>
      ))}
    </>
  );
}

function Recorded({ flow, recorder: { snapshot, send }, steps }: Props & { steps: readonly RecordedStep[] }) {
  const { compared } = snapshot.context;
  return (
    <>
      <FileInput
        label="Compare with the file of another recording"
        open={(text) => openRecording(text, flow, (recording) => send({ type: 'comparedOpened', recording }))}
      />
      {compared && <Differences own={steps} other={compared.steps} />}
    </>
  );
}

/** The recording beside that of a file: the step from which they differ. */
export function RecordingComparison({ flow, recorder }: Props) {
  const { snapshot } = recorder;
  const recorded = recordedFlow(flow, snapshot);
  return (
    <section className="stack" aria-label="Recordings">
      <h2>Recordings</h2>
      {snapshot.matches('recorded') ? (
        <WithRecording flow={recorded} recorder={recorder}>
          {({ recording }) => <Recorded flow={recorded} recorder={recorder} steps={recording.steps} />}
        </WithRecording>
      ) : (
        <p className="note">
          Record the flow, or open a recording in Test, to compare it with the file of another.
        </p>
      )}
    </section>
  );
}
