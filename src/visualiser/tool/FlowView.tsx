import type { CSSProperties } from 'react';
import type { Flow } from '../../../machines/paths/index.ts';
import { previewSizes, SHARES } from '../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { focusById } from '../../browser/focus.ts';
import { useSnapshot } from '../../browser/snapshot.ts';
import { useKeys } from '../../browser/useKeys.ts';
import { shownComparison } from './changes/shownComparison.ts';
import type { ChartModel } from './chart/index.ts';
import { connection } from './connection/connection.ts';
import { coverageItemsOf, coverageStatuses } from './coverage.ts';
import { currentStateOf } from './currentState.ts';
import { goalsOf, runPathTo, uncoveredGoals } from './goalRuns.ts';
import { pressKey } from './keys.ts';
import { Panels } from './panels/Panels.tsx';
import { ChartArea } from './parts/ChartArea.tsx';
import { Deferred } from './parts/Deferred.tsx';
import { FlowHeader } from './parts/FlowHeader.tsx';
import { KeysLine } from './parts/KeysLine.tsx';
import { Preview } from './parts/Preview.tsx';
import { RunStatus } from './parts/RunStatus.tsx';
import { Selected } from './parts/Selected.tsx';
import { Splitter } from './parts/Splitter.tsx';
import { ReportButton } from './report/ReportButton.tsx';
import { isSimulated, simulationStore } from './simulations.ts';
import { useAddress } from './useAddress.ts';
import { isRunActive, openPage, sendToFollowedPage, type VisualiserFlows } from './visualiserFlows.ts';

/** The id of the element around the chart. */
const CHART_AREA = 'states';

/** Returns custom properties in percent, which React's types do not have. */
const sharesStyle = (shares: Record<`--${string}`, number>): CSSProperties =>
  Object.fromEntries(Object.entries(shares).map(([name, percent]) => [name, `${percent}%`]));

/** The view of one flow: its chart, the panels, and the preview of its page. */
export function FlowView({ flow, model, flows }: { flow: Flow; model: ChartModel; flows: VisualiserFlows }) {
  const { visualiser, link, run, view } = flows;
  useSnapshot(simulationStore);
  const { session, name: state, active, taken } = currentStateOf(flow, model, flows);
  const comparison = shownComparison(flow.id, flows);
  const shownModel = comparison?.chart ?? model;
  const address = useAddress(shownModel);
  const { selected } = address;
  const items = coverageItemsOf(flow.id, model, link.snapshot.context.coverage[flow.id]);
  const {
    areKeysOn,
    areValuesShown,
    areActionsShown,
    isOutline,
    arePanelsShown,
    isPageShown,
    sideWidth,
    pageHeight,
  } = view.snapshot.context;
  const isCoverageShown = view.snapshot.matches({ panel: 'coverage' });
  const isBusy = isRunActive(flows);
  const isRunShown =
    isBusy || run.snapshot.context.run?.flow === flow.id || view.snapshot.matches({ panel: 'paths' });
  const { page: path } = flow;
  const isReachable = path !== null || isSimulated(flow);
  const shownPage = link.snapshot.context.followedPage?.path ?? null;
  const runTo = (goals: ReturnType<typeof goalsOf>) =>
    runPathTo(flow, goals, session?.snapshot ?? null, flows);
  useKeys(areKeysOn, (key) => pressKey(key, { flow, session, flows }));
  return (
    <div
      className={['flow-view', !arePanelsShown && 'has-no-panels', !isPageShown && 'has-no-page']
        .filter(Boolean)
        .join(' ')}
      style={sharesStyle({ '--side': sideWidth, '--page-part': pageHeight })}
      {...view.rootProps}
    >
      <title>{`${flow.title} – state visualiser`}</title>
      <FlowHeader
        flow={flow}
        state={state}
        areValuesShown={areValuesShown}
        arePanelsShown={arePanelsShown}
        isPageShown={isPageShown}
        onValues={() => view.send({ type: 'valuesToggled' })}
        failure={session?.failure ?? null}
        onReload={() =>
          sendToFollowedPage(flows, {
            type: 'open',
            path: shownPage ?? path ?? '/',
            draftsToClear: [flow.id],
            restart: null,
          })
        }
        page={path}
        shownPage={shownPage}
        onOpen={(opened) => openPage(flows, opened)}
        onPanels={() => view.send({ type: 'panelsToggled' })}
        onPage={() => view.send({ type: 'pageToggled' })}
      >
        <ReportButton flow={flow} flows={flows} />
      </FlowHeader>
      <ChartArea
        flow={flow}
        active={active}
        key={shownModel === model ? 'own' : 'both builds'}
        model={shownModel}
        id={CHART_AREA}
        taken={taken}
        selected={selected ?? undefined}
        folded={address.folded}
        coverage={isCoverageShown ? coverageStatuses(model, items, address.level) : comparison?.statuses}
        details={areActionsShown}
        onSelect={address.select}
        onFold={address.fold}
        drawing={isOutline ? 'outline' : 'chart'}
        onDrawing={(drawing) => view.send({ type: `${drawing}Chosen` })}
        onDetails={() => view.send({ type: 'actionsToggled' })}
      />
      <Splitter
        label="Width of page and panels"
        isVertical
        percent={sideWidth}
        range={SHARES.sideWidth}
        onResize={(percent) => view.send({ type: 'sideResized', percent })}
      />
      <div className="flow-side">
        <Deferred>
          <Preview
            isShown={isPageShown}
            flow={flow}
            size={previewSizes.find((size) => view.snapshot.matches({ preview: size })) ?? 'phone'}
            onSize={(size) => view.send({ type: `preview.${size}` })}
            frame={connection.id}
          />
          <Splitter
            label="Height of the page"
            isVertical={false}
            percent={pageHeight}
            range={SHARES.pageHeight}
            onResize={(percent) => view.send({ type: 'pageResized', percent })}
          />
          <div className="flow-details" inert={!arePanelsShown}>
            {address.unknown !== null && (
              <p className="problem" role="alert">
                This flow has no state or transition "{address.unknown}".
              </p>
            )}
            {selected !== null && (
              <Selected
                model={shownModel}
                id={selected}
                isBusy={isBusy || !isReachable || comparison?.statuses[selected] === 'removed'}
                place={isSimulated(flow) ? 'simulation' : 'page'}
                isActive={active.includes(selected)}
                onClose={() => {
                  address.select(null);
                  focusById(CHART_AREA);
                }}
                onGoTo={() => runTo(goalsOf(selected, items))}
              />
            )}
            {isRunShown && (
              <RunStatus
                flow={flow.id}
                snapshot={run.snapshot}
                following={visualiser.snapshot.context.next.length}
                send={run.send}
              />
            )}
            <Panels
              flow={flow}
              flows={flows}
              address={address}
              items={items}
              session={session}
              path={path}
              isBusy={isBusy}
              onNext={() => runTo(uncoveredGoals(items, address.level))}
            />
            <KeysLine areKeysOn={areKeysOn} onToggle={() => view.send({ type: 'keysToggled' })} />
          </div>
        </Deferred>
      </div>
    </div>
  );
}
