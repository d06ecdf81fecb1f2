import { type ReactNode, useCallback } from 'react';
import type { Flow } from '../../../../machines/paths/index.ts';
import {
  type PreviewSize,
  previewSizes,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { startSimulatedPage } from '../connection/simulatedPage.ts';
import { isSimulated } from '../flowModels.ts';
import { Choices } from './Choices.tsx';

const NAMES: Readonly<Record<PreviewSize, string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tab: 'Another tab',
};

/** The simulated page of a flow that the server runs. */
function Simulation({ flow, frame, onRestart }: Pick<Props, 'flow' | 'frame' | 'onRestart'>) {
  const simulate = useCallback(() => startSimulatedPage(flow, frame), [flow, frame]);
  return (
    <div ref={simulate} className="note">
      <p>
        The server runs this flow, so it has no page. Here its machine is simulated: send it events, run a
        path, or open a recording, such as the history of an order.
      </p>
      <button type="button" onClick={onRestart}>
        Start the simulation again
      </button>
    </div>
  );
}

type Props = {
  flow: Flow;
  size: PreviewSize;
  onSize: (size: PreviewSize) => void;
  /** The name of the frame, which is the tab of its page. */
  frame: string;
  /** Is called when the page is opened in another tab. */
  onOpenTab: () => void;
  /** Starts the simulation of the flow again. */
  onRestart: () => void;
  /** The page as it was, in place of the page as it is, which runs on. */
  past: ReactNode;
};

/** The page at its full size, in a frame or in another tab. */
export function Preview({ flow, size, onSize, frame, onOpenTab, onRestart, past }: Props) {
  const { page: path } = flow;
  return (
    <section id="page" tabIndex={-1} className={`preview preview-${size}`} aria-label="The page">
      <div className="line preview-head">
        <Choices
          label="Width of the page"
          choices={previewSizes.map((id) => ({ id, label: NAMES[id] }))}
          chosen={size}
          onChoose={onSize}
        />
        {path !== null && (
          <a
            href={path}
            target="_blank"
            rel="noopener opener"
            aria-label={`Open ${path} in a tab`}
            onClick={onOpenTab}
            title={path}
          >
            Open ↗
          </a>
        )}
      </div>
      <div className="preview-body">
        {past}
        {path === null && isSimulated(flow) && <Simulation flow={flow} frame={frame} onRestart={onRestart} />}
        {path === null && !isSimulated(flow) && (
          <p className="note">There is no page of the site on which this flow runs.</p>
        )}
        {path !== null && size === 'tab' && (
          <p className="note">Open the page in another tab of this browser, and choose it in the bar.</p>
        )}
        {path !== null && size !== 'tab' && (
          <div className="frame" inert={past !== null}>
            <iframe key={path} title={`The page ${path}`} name={frame} src={path} />
          </div>
        )}
      </div>
    </section>
  );
}
