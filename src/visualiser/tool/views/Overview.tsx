import { Link, useNavigate } from 'react-router-dom';
import { bareFlows } from '../../../../machines/allFlows.ts';
import { productFlows, toolFlows } from '../../../../machines/catalogue.ts';

import type { ChartModel, Flow } from '../../../../machines/paths/index.ts';
import { eventsIn } from '../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type {
  Failure,
  FlowCoverage,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { runAllPaths } from '../flows/pathRuns.ts';
import { isRunActive, type VisualiserFlows } from '../flows/visualiserFlows.ts';
import { isRunnable, modelOf } from '../model/flowModels.ts';
import { type Level, levelNames, levels, testRuns } from '../model/testRuns.ts';
import { Button } from '../parts/Button.tsx';
import { resultCounts } from '../storage/failures.ts';

const leafStateCount = ({ states }: ChartModel) =>
  states.filter(({ id, type }) => type !== 'history' && states.every(({ parent }) => parent !== id)).length;

/** The number of transitions of a flow that are covered at a level; null where nothing was run. */
function coveredTransitionsAt(flow: Flow, level: Level, byHand: FlowCoverage | undefined): number | null {
  const run =
    level === 'hand' ? byHand : testRuns().find((saved) => saved.flow === flow.id && saved.level === level);
  if (!run) return null;
  const ids = new Set(modelOf(flow.id)?.transitions.map(({ id }) => id));
  return run.transitions.filter((id) => ids.has(id)).length;
}

type FlowRowProps = {
  flow: Flow;
  flows: VisualiserFlows;
  byHand: FlowCoverage | undefined;
  failure: Failure | null;
};

/** Shows a flow, and runs all of its paths on its page. */
function RunFlow({ flow, flows }: Pick<FlowRowProps, 'flow' | 'flows'>) {
  const navigate = useNavigate();
  if (!isRunnable(flow)) return null;
  return (
    <Button
      className="run-flow"
      aria-label={`Run all paths of ${flow.title}`}
      title="Runs all paths on the page"
      isDisabled={isRunActive(flows)}
      onClick={async () => {
        await navigate(`/visualiser/${flow.id}`);
        await runAllPaths(flow, flows);
      }}
    >
      ▶
    </Button>
  );
}

function FlowRow({ flow, flows, byHand, failure }: FlowRowProps) {
  const model = modelOf(flow.id);
  const transitions = model?.transitions.length ?? 0;
  return (
    <tr>
      <th scope="row">
        <RunFlow flow={flow} flows={flows} /> <Link to={`/visualiser/${flow.id}`}>{flow.title}</Link>
      </th>
      <td className="purpose">
        {flow.purpose}
        {resultCounts(flow.id).map(
          ({ level, passed, failed }) =>
            failed > 0 && (
              <strong key={level} className="broken">
                {failed} of {passed + failed} paths failed in the last tests: {levelNames[level]}.
              </strong>
            ),
        )}
        {failure && (
          <strong className="broken">
            Broken: {failure.event} in {failure.state} threw the error “{failure.message}”.
          </strong>
        )}
      </td>
      <td data-label="States">{model ? leafStateCount(model) : 0}</td>
      <td data-label="Transitions">{transitions}</td>
      {levels.map((level) => {
        const covered = coveredTransitionsAt(flow, level, byHand);
        const label = `${levelNames[level]}: ${covered} of ${transitions} transitions`;
        return (
          <td key={level} data-label={levelNames[level]}>
            {covered === null ? (
              <small>not run</small>
            ) : (
              <>
                <meter min={0} max={transitions} value={covered} aria-label={label} /> {covered}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

type TableProps = { list: readonly Flow[]; caption: string; flows: VisualiserFlows };

function FlowTable({ list, caption, flows }: TableProps) {
  const { coverage, sessions, timeline } = flows.link.snapshot.context;
  // The page in the frame is closed here: its problems are on the timeline.
  const known = [...eventsIn(timeline), ...sessions];
  const failures = new Map(known.map(({ flow, failure }) => [flow, failure]));
  const isFailed = ({ id }: Flow) =>
    Boolean(failures.get(id)) || resultCounts(id).some(({ failed }) => failed > 0);
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Flow</th>
          <th scope="col">What it is for</th>
          <th scope="col">States</th>
          <th scope="col">Transitions</th>
          {levels.map((level) => (
            <th key={level} scope="col">
              {levelNames[level]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list
          .toSorted((one, other) => Number(isFailed(other)) - Number(isFailed(one)))
          .map((flow) => (
            <FlowRow
              key={flow.id}
              flow={flow}
              flows={flows}
              byHand={coverage[flow.id]}
              failure={failures.get(flow.id) ?? null}
            />
          ))}
      </tbody>
    </table>
  );
}

const ownFlows = [...toolFlows, ...bareFlows];

/** The list of flows, failed ones first: their purpose, their size, and their coverage at each level. */
export const Overview = ({ flows }: { flows: VisualiserFlows }) => (
  <div className="overview">
    <title>Flows – state visualiser</title>
    <h1>Flows</h1>
    <p>Choose a flow to see its chart beside its page, or press ▶ to run all of its paths on the page.</p>
    <FlowTable
      list={productFlows}
      caption="How many of its transitions ran: in the last tests of each level, and by hand in this browser"
      flows={flows}
    />
    <details>
      <summary>Flows of the visualiser itself ({ownFlows.length})</summary>
      <FlowTable list={ownFlows} caption="The machines of this tool" flows={flows} />
    </details>
  </div>
);
