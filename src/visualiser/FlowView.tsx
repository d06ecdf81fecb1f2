import type { Flow } from '../../machines/paths/flow.ts';
import { previewSizes } from '../../machines/visualiserView/visualiserView.machine.ts';
import { focusById } from '../browser/focus.ts';
import type { ChartModel } from './chart/index.ts';
import { connection } from './connection/connection.ts';
import { coverageItemsOf, coverageStatuses } from './coverage.ts';
import { currentStateOf } from './currentState.ts';
import { goalsOf, runPathTo, uncoveredGoals } from './goalRuns.ts';
import { Panels } from './panels/Panels.tsx';
import { ChartArea } from './parts/ChartArea.tsx';
import { FlowHeader } from './parts/FlowHeader.tsx';
import { Preview } from './parts/Preview.tsx';
import { RunStatus } from './parts/RunStatus.tsx';
import { Selected } from './parts/Selected.tsx';
import { useAddress } from './useAddress.ts';
import { isRunActive, openPage, sendToFollowedPage, type VisualiserFlows } from './visualiserFlows.ts';

/** The id of the element around the chart. */
const CHART_AREA = 'states';

/** The view of one flow: its chart, the panels, and the preview of its page. */
export function FlowView({ flow, model, own }: { flow: Flow; model: ChartModel; own: VisualiserFlows }) {
  const { link, run, view } = own;
  const { session, name: state, active, taken } = currentStateOf(flow.id, model, own);
  const address = useAddress(model);
  const { selected } = address;
  const items = coverageItemsOf(flow.id, model, link.snapshot.context.coverage[flow.id]);
  const { areValuesShown, areActionsShown, isOutline } = view.snapshot.context;
  const isCoverageShown = view.snapshot.matches({ panel: 'coverage' });
  const isBusy = isRunActive(own);
  const isRunShown =
    isBusy || run.snapshot.context.run?.flow === flow.id || view.snapshot.matches({ panel: 'paths' });
  const { page: path } = flow;
  const shownPage = link.snapshot.context.followedPage?.path ?? null;
  const runTo = (goals: ReturnType<typeof goalsOf>) => runPathTo(flow, goals, session?.snapshot ?? null, own);
  return (
    <div className="flow-view" {...view.rootProps}>
      <title>{`${flow.title} – state visualiser`}</title>
      <FlowHeader
        {...{ flow, state, areValuesShown }}
        onValues={() => view.send({ type: 'valuesToggled' })}
        failure={session?.failure ?? null}
        onReload={() =>
          sendToFollowedPage(own, {
            type: 'open',
            path: shownPage ?? path ?? '/',
            draftsToClear: [flow.id],
            restart: null,
          })
        }
        page={path}
        shownPage={shownPage}
        onOpen={(opened) => openPage(own, opened)}
      />
      <ChartArea
        {...{ flow, model, active }}
        id={CHART_AREA}
        taken={taken}
        selected={selected ?? undefined}
        folded={address.folded}
        coverage={isCoverageShown ? coverageStatuses(model, items, address.level) : undefined}
        details={areActionsShown}
        onSelect={address.select}
        onFold={address.fold}
        drawing={isOutline ? 'outline' : 'chart'}
        onDrawing={(drawing) => view.send({ type: `${drawing}Chosen` })}
        onDetails={() => view.send({ type: 'actionsToggled' })}
      />
      <div className="flow-details">
        {address.unknown !== null && (
          <p className="problem" role="alert">
            This flow has no state or transition "{address.unknown}".
          </p>
        )}
        {selected !== null && (
          <Selected
            model={model}
            id={selected}
            isBusy={isBusy || path === null}
            isActive={active.includes(selected)}
            onClose={() => {
              address.select(null);
              focusById(CHART_AREA);
            }}
            onGoTo={() => runTo(goalsOf(selected, items))}
          />
        )}
        {isRunShown && <RunStatus flow={flow.id} snapshot={run.snapshot} send={run.send} />}
        <Panels
          {...{ flow, own, address, items, session, path, isBusy }}
          onNext={() => runTo(uncoveredGoals(items, address.level))}
        />
      </div>
      <Preview
        path={path}
        size={previewSizes.find((size) => view.snapshot.matches({ preview: size })) ?? 'phone'}
        onSize={(size) => view.send({ type: `preview.${size}` })}
        frame={connection.id}
      />
    </div>
  );
}
