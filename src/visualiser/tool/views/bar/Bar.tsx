import { NavLink } from 'react-router-dom';
import { allFlows } from '../../../../../machines/allFlows.ts';
import type { Flow } from '../../../../../machines/paths/index.ts';
import type { Stop, Stopped } from '../../../../../machines/visualiser/visualiser/visualiser.types.ts';
import type { EnvironmentContext } from '../../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import { focusPage } from '../../../../browser/focus.ts';
import { type Command, isPaused, togglePause } from '../../commands/commands.ts';
import { openPalette } from '../../commands/palette.ts';
import { showRegion } from '../../commands/panes.ts';
import { shownMask } from '../../flows/mask.ts';
import type { Moment } from '../../flows/moment.ts';
import { isRunActive, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { changeText } from '../../model/entries/displayed.ts';
import { flowWithId } from '../../model/flowModels.ts';
import { Button } from '../../parts/Button.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { Connection } from './Connection.tsx';
import { RunControls, RunLine } from './RunLine.tsx';

const FlowMenu = () => (
  <Menu id="flows" label="Flows" sign="▾">
    <nav className="dropdown-items" aria-label="Visualiser">
      <NavLink to="/visualiser" end>
        All flows
      </NavLink>
      <NavLink to="/visualiser/messages">All messages</NavLink>
      {allFlows.map(({ id, title }) => (
        <NavLink key={id} to={`/visualiser/${id}`}>
          {title}
        </NavLink>
      ))}
    </nav>
  </Menu>
);

/** The differences between the environment and the browser. */
function changesOf({ settings, left }: Pick<EnvironmentContext, 'settings' | 'left'>): string[] {
  const { network, isTranslated } = settings;
  const answers = left.reduce((sum, times) => sum + times, 0);
  return [
    network === 'normal' ? null : `${network} network`,
    answers === 0 ? null : `${answers} ${answers === 1 ? 'answer' : 'answers'} set`,
    isTranslated ? 'translation' : null,
  ].filter((change) => change !== null);
}

const stopText = (stop: Stop) =>
  'expression' in stop ? `when ${stop.expression} changes` : `at ${stop.state ?? stop.id}`;

const stoppedText = ({ stop, entry }: Stopped, flows: VisualiserFlows) =>
  'expression' in stop
    ? `Stopped by a change: ${changeText(stop.expression, entry, shownMask(flows))}.`
    : `Stopped ${stopText(stop)}.`;

/** The differences from a visitor's page, and anything that the page waits for, in sentences. */
function noticesOf(flows: VisualiserFlows): string[] {
  const { visualiser, link, environment } = flows;
  const { paused, invokedActors } = link.snapshot.context;
  const { interrupted, stop, stoppedAt } = visualiser.snapshot.context;
  const waiting = invokedActors.find(({ state }) => state === 'waiting');
  const titleOf = (flow: string) => flowWithId(flow)?.title ?? flow;
  const changes = changesOf(environment.snapshot.context);
  return [
    interrupted &&
      `"${interrupted.title}" was cut off when the visualiser was loaded again (R runs it again).`,
    stop && `The page will be stopped ${stopText(stop)}.`,
    paused !== null && stoppedAt && stoppedText(stoppedAt, flows),
    // A run pauses it and says how far it is.
    paused !== null && !isRunActive(flows) && `The environment of "${titleOf(paused)}" is paused.`,
    paused === null && waiting && `"${waiting.actor}" of "${titleOf(waiting.flow)}" waits for you.`,
    changes.length > 0 && `The page has: ${changes.join(', ')}.`,
  ].filter((notice) => typeof notice === 'string');
}

function Notice({ flows }: { flows: VisualiserFlows }) {
  const text = noticesOf(flows).join(' ');
  return (
    <p className="bar-notice cut" role="status" title={text || undefined}>
      {text}
    </p>
  );
}

type CommonProps = { flows: VisualiserFlows };

/** The lists need no page: they say nothing of one that is not there. */
const Middle = ({ flows, shown }: CommonProps & { shown: string | null }) => (
  <>
    {(shown !== null || !flows.link.snapshot.matches('disconnected')) && <Connection link={flows.link} />}
    <div className="line bar-line">
      <RunLine flow={shown} flows={flows} />
      <Notice flows={flows} />
    </div>
    <RunControls flows={flows} />
  </>
);

const PaletteButton = () => (
  <button type="button" title="Every command" onClick={() => openPalette()}>
    Ctrl-K
  </button>
);

export const ListBar = ({ flows }: CommonProps) => (
  <header className="line bar">
    <p className="bar-name cut">State visualiser</p>
    <FlowMenu />
    <Middle flows={flows} shown={null} />
    <PaletteButton />
  </header>
);

type Props = CommonProps & {
  flow: Flow;
  moment: Moment;
  onReload: () => void;
  commands: readonly Command[];
};

const REGION_NAMES = { page: 'Page', chart: 'Chart', inspector: 'Inspect' } as const;

/** The buttons that scroll to the regions, in a narrow window. */
const RegionLinks = () => (
  <nav className="region-links" aria-label="Regions">
    {(['page', 'chart', 'inspector'] as const).map((region) => (
      <button
        key={region}
        type="button"
        aria-label={`Go to ${REGION_NAMES[region]}`}
        onClick={() => showRegion(region)}
      >
        {REGION_NAMES[region]}
      </button>
    ))}
  </nav>
);

/** The bar of a flow: the view, the activity, and the most frequent actions of a tester. */
export function FlowBar(props: Props) {
  const { flow, flows, moment, onReload, commands } = props;
  const { name: state, session } = moment;
  const failure = session?.failure;
  const isRecording = flows.recorder.snapshot.matches('recording');
  const { areValuesShown } = flows.view.snapshot.context;
  const actOf = (start: string) => commands.find(({ name }) => name.startsWith(start))?.act ?? undefined;
  const [report, record] = [actOf('Bug report'), actOf('Record')];
  return (
    <header className="line bar">
      <h1 className="cut" title={flow.purpose}>
        {flow.title}
      </h1>
      <FlowMenu />
      <p className={failure ? 'current is-broken' : 'current'} role="status">
        {state ? (
          <>
            <span className="visually-hidden">State: </span>
            <code className="cut" title={state}>
              {state}
            </code>
          </>
        ) : (
          'not running'
        )}
      </p>
      <RegionLinks />
      {failure ? (
        <div className="line broken bar-line" role="alert">
          <p className="cut" title={failure.message}>
            This flow is broken: <code>{failure.event}</code> in <code>{failure.state}</code> threw the error
            “{failure.message}”.
          </p>
          <button
            type="button"
            onClick={() => {
              onReload();
              focusPage();
            }}
          >
            Load the page again
          </button>
        </div>
      ) : (
        <Middle flows={flows} shown={flow.id} />
      )}
      <button
        type="button"
        aria-pressed={isPaused(flows)}
        title="Pauses the environment, or resumes it (H)"
        onClick={() => togglePause(flow, flows)}
      >
        Pause
      </button>
      <Button aria-pressed={isRecording} isDisabled={!record} onClick={record}>
        Rec
      </Button>
      <Button isDisabled={!report} onClick={report}>
        {areValuesShown ? 'Bug report with typed values' : 'Bug report'}
      </Button>
      <PaletteButton />
    </header>
  );
}
