import type { Flow } from '../../machines/paths/flow.ts';
import { stateName } from '../../machines/stateName.ts';
import type { visualiserLinkMachine } from '../../machines/visualiserLink/visualiserLink.machine.ts';
import type { visualiserRecorderMachine } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { nextStep, type visualiserRunMachine } from '../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Run, RunStep } from '../../machines/visualiserRun/visualiserRun.types.ts';
import {
  previewSizes,
  type visualiserViewMachine,
} from '../../machines/visualiserView/visualiserView.machine.ts';
import { focusById } from '../browser/focus.ts';
import type { RunningFlow } from '../flows/useFlow.ts';
import type { ChartModel } from './chart/index.ts';
import { connection } from './connection/connection.ts';
import { coverageItemsOf, coverageStatuses, isCoveredAt } from './coverage.ts';
import { activeStateIds } from './flowModels.ts';
import { pagePathOf } from './pagePaths.ts';
import { Panels } from './panels/Panels.tsx';
import { ChartArea } from './parts/ChartArea.tsx';
import { Preview } from './parts/Preview.tsx';
import { RunStatus } from './parts/RunStatus.tsx';
import { Selected } from './parts/Selected.tsx';
import { pathToOneOf } from './planner/client.ts';
import { restartStep } from './runSteps.ts';
import { useAddress } from './useAddress.ts';

/** The visualiser's own flows, which run as long as it is open. */
export type VisualiserFlows = {
  link: RunningFlow<typeof visualiserLinkMachine>;
  run: RunningFlow<typeof visualiserRunMachine>;
  view: RunningFlow<typeof visualiserViewMachine>;
  recorder: RunningFlow<typeof visualiserRecorderMachine>;
};

/** The tab whose page is steered: that of the page that is followed, else this visualiser's own frame. */
export const controlledTab = ({ link: { snapshot } }: Pick<VisualiserFlows, 'link'>) =>
  (snapshot.matches('following') && snapshot.context.followedPage?.tab) || connection.id;

/** Starts a run. Where it goes through this visualiser's own frame, that is there. */
export function startRun({ run, view }: VisualiserFlows, started: Run): void {
  const isInFrame = started.on === 'page' && started.tab === connection.id;
  if (isInFrame && view.snapshot.matches({ preview: 'tab' })) view.send({ type: 'preview.phone' });
  run.send({ type: 'started', run: started });
}

/** The id of what is drawn. */
const CHART_AREA = 'states';

/** A flow: its chart, the page beside it, and everything that can be done to it. */
export function FlowView({ flow, model, own }: { flow: Flow; model: ChartModel; own: VisualiserFlows }) {
  const { link, run, view, recorder } = own;
  const address = useAddress(model);
  const { sessions, coverage: ran, log } = link.snapshot.context;
  const session = sessions.findLast((running) => running.flow === flow.id);
  const persistedSnapshot = session?.snapshot ?? null;
  const path = pagePathOf(flow.id);
  const viewContext = view.snapshot.context;
  const isBusy = run.snapshot.hasTag('busy') || run.snapshot.matches('paused');
  const start = (started: Run) => startRun(own, started);

  const animatedStep =
    run.snapshot.context.run?.on === 'chart' && isBusy ? nextStep(run.snapshot.context) : null;
  const state = animatedStep?.state ?? (persistedSnapshot && stateName(persistedSnapshot));
  const active = state ? activeStateIds(model.id, state) : [];
  const last = log.findLast((entry) => entry.flow === flow.id);
  const taken = animatedStep
    ? animatedStep.transitions.at(-1)
    : persistedSnapshot
      ? last?.transitions.at(-1)
      : undefined;

  const items = coverageItemsOf(flow.id, model, ran[flow.id]);
  const isRunShown = run.snapshot.context.run?.flow === flow.id || view.snapshot.matches({ panel: 'paths' });
  const isCoverageShown = view.snapshot.matches({ panel: 'coverage' });

  const runPathTo = async (title: string, goals: string[]) => {
    const goalPath = await pathToOneOf(flow.id, goals, persistedSnapshot);
    const first: RunStep[] = goalPath?.isFromStart && path ? [restartStep(flow, path)] : [];
    start({
      title,
      flow: flow.id,
      on: 'page',
      tab: controlledTab(own),
      steps: [...first, ...(goalPath?.steps ?? [])],
    });
  };
  const runPathToSelected = (id: string) => {
    const leafStates = items
      .filter((item) => item.kind === 'state' && (item.id === id || item.id.startsWith(`${id}.`)))
      .map(({ name }) => name);
    return runPathTo(`Path to ${id}`, leafStates.length > 0 ? leafStates : [id]);
  };
  const runPathToUncovered = () => {
    const isCovered = isCoveredAt(address.level);
    const uncovered = items.filter((item) => item.kind === 'transition' && !isCovered(item));
    return runPathTo(
      'Path to an uncovered transition',
      uncovered.map(({ id }) => id),
    );
  };
  const size = previewSizes.find((known) => view.snapshot.matches({ preview: known })) ?? 'phone';

  return (
    <div className="flow-view" {...view.rootProps}>
      <title>{`${flow.title} – state visualiser`}</title>
      <header className="flow-head">
        <h1>{flow.title}</h1>
        <p className="purpose">{flow.purpose}</p>
        <p className="current" role="status">
          {state ? (
            <>
              <span className="visually-hidden">State: </span>
              <code>{state}</code>
            </>
          ) : (
            'not running'
          )}
        </p>
        <button
          type="button"
          className="toggle"
          aria-pressed={viewContext.areValuesShown}
          onClick={() => view.send({ type: 'valuesToggled' })}
        >
          Show typed values
        </button>
      </header>
      <ChartArea
        id={CHART_AREA}
        flow={flow}
        model={model}
        active={active}
        {...(taken !== undefined && { taken })}
        {...(address.selected !== null && { selected: address.selected })}
        folded={address.folded}
        {...(isCoverageShown && { coverage: coverageStatuses(model, items, address.level) })}
        details={viewContext.areActionsShown}
        onSelect={address.select}
        onFold={address.fold}
        drawing={viewContext.isOutline ? 'outline' : 'chart'}
        onDrawing={(drawing) => view.send({ type: `${drawing}Chosen` })}
        onDetails={() => view.send({ type: 'actionsToggled' })}
      />
      <div className="flow-details">
        {address.selected !== null && (
          <Selected
            model={model}
            id={address.selected}
            isBusy={isBusy || path === null}
            isActive={active.includes(address.selected)}
            onClose={() => {
              address.select(null);
              focusById(CHART_AREA);
            }}
            onGoTo={() => runPathToSelected(address.selected ?? '')}
          />
        )}
        {isRunShown && <RunStatus snapshot={run.snapshot} send={run.send} />}
        <Panels
          {...{ flow, own, address, items, session, path, isBusy, start, recorder }}
          onNext={runPathToUncovered}
        />
      </div>
      <Preview
        path={path}
        size={size}
        onSize={(chosen) => view.send({ type: `preview.${chosen}` })}
        frame={connection.id}
      />
    </div>
  );
}
