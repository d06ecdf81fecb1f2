import type { ReactNode } from 'react';
import type { Flow } from '../../../../../machines/paths/index.ts';
import { type Mask, unmasked } from '../../../../../machines/visualiser/mask.ts';
import { pathKey } from '../../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import { useSnapshot } from '../../../../browser/snapshot.ts';
import { greenRunOf } from '../../flows/greenRuns.ts';
import { maskOf, shownMask } from '../../flows/mask.ts';
import { partedAt, performedRun, shownStep } from '../../flows/performedRun.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { PagePicture } from '../../parts/PagePicture.tsx';
import { ContextTree } from './ContextTree.tsx';

type StepProps = {
  flow: Flow;
  flows: VisualiserFlows;
  /** The title of the written path. */
  path: string;
  /** Draws the part of the chart around a state. */
  drawState: (state: string) => ReactNode;
};

type SideProps = Pick<StepProps, 'drawState'> & {
  name: string;
  shown: ReturnType<typeof shownStep>;
  mask: Mask;
  /** The context from which that of this side differs. */
  before?: object | undefined;
};

/** A step of a run: state, chart, page, calls and context. */
function Side({ name, shown, mask, before, drawState }: SideProps) {
  return (
    <section className="stack" aria-label={name}>
      <h3>{name}</h3>
      {shown ? (
        <>
          <p>
            <code>{shown.state}</code>
          </p>
          {drawState(shown.state)}
          {shown.recorded ? (
            <div className="compared-page" inert>
              <PagePicture recorded={shown.recorded} mask={mask} title={`The page of ${name}`} />
            </div>
          ) : (
            <p className="note">The page was not recorded.</p>
          )}
          <h4>Calls</h4>
          {shown.calls.length > 0 ? <pre>{shown.calls.join('\n')}</pre> : <p className="note">None</p>}
          <h4>Context</h4>
          <ContextTree context={shown.context} before={before ?? shown.context} />
        </>
      ) : (
        <p>The step led nowhere.</p>
      )}
    </section>
  );
}

/** The last green run of a path, if the browser has one, and the mask of what was typed in it. */
function useGreenRun({ flow, flows, path }: StepProps) {
  const { output: green } = useSnapshot(greenRunOf(pathKey(flow.id, path)));
  const mask = shownMask(flows);
  return { green, mask: green && mask !== unmasked ? maskOf({ ...green, sessions: [] }) : mask };
}

const GREEN = 'Last green run';

/** The last green run of a path at one of its steps. */
export function GreenStep({ step, ...props }: StepProps & { step: number }) {
  const { green, mask } = useGreenRun(props);
  return green ? (
    <Side {...props} name={GREEN} shown={shownStep(green, step, props.flow, mask)} mask={mask} />
  ) : null;
}

/** A failed run of a path beside the last one that ended well, at the step where they part. */
export function RunComparison(props: StepProps) {
  const { flow, flows, drawState } = props;
  const { green, mask: greenMask } = useGreenRun(props);
  if (green === undefined) return null;
  if (green === null)
    return <p className="note">This browser has kept no green run of this path to compare with.</p>;
  const red = performedRun(flows.run.snapshot.context, flows.link.snapshot.context);
  const step = partedAt(red, green);
  const mask = shownMask(flows);
  const expected = shownStep(green, step, flow, greenMask);
  return (
    <section className="compared" aria-label="The last green run beside this run">
      <h2>
        The runs part at step {step + 1}, "{red.steps[step]}"
      </h2>
      <Side name={GREEN} shown={expected} mask={greenMask} drawState={drawState} />
      <Side
        name="This run"
        shown={shownStep(red, step, flow, mask)}
        mask={mask}
        before={expected?.context}
        drawState={drawState}
      />
    </section>
  );
}
