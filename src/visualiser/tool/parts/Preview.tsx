import type { Flow } from '../../../../machines/paths/index.ts';
import {
  type PreviewSize,
  previewSizes,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { isSimulated, restartSimulation } from '../simulations.ts';
import { Choices } from './Choices.tsx';

const NAMES: Readonly<Record<PreviewSize, string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tab: 'Another tab',
};

type Props = {
  /** Whether the preview is shown. Its page runs on while it is put away. */
  isShown: boolean;
  flow: Flow;
  size: PreviewSize;
  onSize: (size: PreviewSize) => void;
  /** The name of the frame, which is the tab of its page. */
  frame: string;
};

/** What can be done with a flow that the server runs. */
function Simulation({ flow }: { flow: Flow }) {
  return (
    <>
      <p className="note">
        The server runs this flow, so it has no page. Here its machine is simulated: send it events, animate a
        path on the chart, or open a recording, such as the history of an order. What follows a page is left
        out: environment, log and sequence.
      </p>
      <button type="button" onClick={() => restartSimulation(flow)}>
        Start the simulation again
      </button>
    </>
  );
}

/** The preview of the page, in a frame or in another tab; for a flow without one, what takes its place. */
export function Preview({ isShown, flow, size, onSize, frame }: Props) {
  const { page: path } = flow;
  if (path === null)
    return (
      <section className="preview" aria-label="The page" inert={!isShown}>
        {isSimulated(flow) ? (
          <Simulation flow={flow} />
        ) : (
          <p className="note">There is no page of the site on which this flow runs.</p>
        )}
      </section>
    );
  return (
    <section className={`preview preview-${size}`} aria-label="The page" inert={!isShown}>
      <div className="preview-head">
        <Choices
          label="Width of the page"
          choices={previewSizes.map((id) => ({ id, label: NAMES[id] }))}
          chosen={size}
          onChoose={onSize}
        />
        <a href={path} target="_blank" rel="noopener opener">
          Open {path} in a tab
        </a>
      </div>
      {size === 'tab' ? (
        <p className="note">Open the page in another tab of this browser, and choose it above.</p>
      ) : (
        <div className="frame">
          <iframe key={path} title={`The page ${path}`} name={frame} src={path} />
        </div>
      )}
    </section>
  );
}
