import { useCallback } from 'react';
import type { Flow } from '../../../../../machines/paths/index.ts';
import {
  type PreviewSize,
  previewSizes,
} from '../../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { connection } from '../../connection/connection.ts';
import { shownMask } from '../../flows/mask.ts';
import type { Moment } from '../../flows/moment.ts';
import { startSimulatedPage } from '../../flows/simulatedPage.ts';
import { openPage, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { isSimulated } from '../../model/flowModels.ts';
import { PastPage } from '../../parts/PagePicture.tsx';

const NAMES: Readonly<Record<PreviewSize, string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tab: 'Another tab',
};

type Props = {
  flow: Flow;
  flows: VisualiserFlows;
  moment: Moment;
  /** Starts the simulation of the flow again. */
  onRestart: () => void;
};

/** The simulated page of a flow that the server runs. */
function Simulation({ flow, onRestart }: Pick<Props, 'flow' | 'onRestart'>) {
  const simulate = useCallback(() => startSimulatedPage(flow, connection.id), [flow]);
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

/** Says that the frame shows another page than that of the flow, and brings that back. */
function LeftPage({ flow, flows }: Pick<Props, 'flow' | 'flows'>) {
  const { followedPage, sessions } = flows.link.snapshot.context;
  const { page: path } = flow;
  const isLeft =
    path !== null &&
    flows.link.snapshot.matches('following') &&
    followedPage?.tab === connection.id &&
    followedPage.path !== path &&
    sessions.every((session) => session.flow !== flow.id);
  return (
    <div className="line left-page" role="status">
      {isLeft && (
        <>
          <p className="cut">The page went to {followedPage.path}.</p>
          <button type="button" onClick={() => openPage(flows, path)}>
            Bring it back
          </button>
        </>
      )}
    </div>
  );
}

/** The page at its full size, in a frame or in another tab; or as it was, while the page as it is runs on. */
export function Preview({ flow, flows, moment: { record }, onRestart }: Props) {
  const { page: path } = flow;
  const { view, link } = flows;
  const size = previewSizes.find((known) => view.snapshot.matches({ preview: known })) ?? 'phone';
  return (
    <section id="page" tabIndex={-1} className={`preview preview-${size}`} aria-label="The page">
      <form className="line preview-head">
        <select
          id="page-device"
          name="device"
          aria-label="Device"
          value={size}
          onChange={({ target: { selectedIndex } }) =>
            view.send({ type: `preview.${previewSizes[selectedIndex] ?? 'phone'}` })
          }
        >
          {previewSizes.map((choice) => (
            <option key={choice} value={choice}>
              {NAMES[choice]}
            </option>
          ))}
        </select>
        {path !== null && (
          <a
            href={path}
            target="_blank"
            rel="noopener opener"
            aria-label={`Open ${path} in a tab`}
            onClick={() => {
              connection.followNextTab();
              view.send({ type: 'preview.tab' });
            }}
            title={path}
          >
            Open ↗
          </a>
        )}
      </form>
      <LeftPage flow={flow} flows={flows} />
      <div className="preview-body">
        {record && <PastPage context={link.snapshot.context} record={record} mask={shownMask(flows)} />}
        {path === null && isSimulated(flow) && <Simulation flow={flow} onRestart={onRestart} />}
        {path === null && !isSimulated(flow) && (
          <p className="note">There is no page of the site on which this flow runs.</p>
        )}
        {path !== null && size === 'tab' && (
          <p className="note">
            {link.snapshot.matches('following')
              ? 'The page is in another tab of this browser.'
              : 'Open the page in another tab of this browser, and choose it in the bar.'}
          </p>
        )}
        {path !== null && size !== 'tab' && (
          <div className="frame" inert={record !== undefined}>
            <iframe key={path} title={`The page ${path}`} name={connection.id} src={path} />
          </div>
        )}
      </div>
    </section>
  );
}
