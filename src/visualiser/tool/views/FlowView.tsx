import type { ChartModel, Flow } from '../../../../machines/paths/index.ts';
import { focusById } from '../../../browser/focus.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { useKeys } from '../../../browser/useKeys.ts';
import { CHART_AREA, commandsOf, pressKey } from '../commands/commands.ts';
import { usePanes } from '../commands/panes.ts';
import { momentOf } from '../flows/moment.ts';
import { goalsOf, runPathTo, uncoveredGoals } from '../flows/pathRuns.ts';
import { shownComparison } from '../flows/shownComparison.ts';
import { useAddress } from '../flows/useAddress.ts';
import { useCursor } from '../flows/useCursor.ts';
import { isRunActive, sendToFollowedPage, type VisualiserFlows } from '../flows/visualiserFlows.ts';
import type { ChartProps } from '../model/chart/types.ts';
import { coverageItemsOf, coverageStatuses } from '../model/coverage.ts';
import { isRunnable } from '../model/flowModels.ts';
import { plannedPathsWhere } from '../runs/planner/client.ts';
import { writtenComparison } from '../runs/planner/writtenComparison.ts';
import { FlowBar } from './bar/Bar.tsx';
import { Chart, ChartPicture, Outline } from './chart/index.ts';
import { Inspector } from './inspector/Inspector.tsx';
import { Selected } from './inspector/Selected.tsx';
import { Watch } from './inspector/Watch.tsx';
import { Layout } from './layout/Layout.tsx';
import { Palette } from './palette/Palette.tsx';
import { Preview } from './preview/Preview.tsx';
import { Timeline } from './timeline/Timeline.tsx';

/** The view of one flow: its page, its chart and the inspector above the timeline, at one moment. */
export function FlowView({ flow, model, flows }: { flow: Flow; model: ChartModel; flows: VisualiserFlows }) {
  const { link, view } = flows;
  const { context } = link.snapshot;
  const cursor = useCursor(flow.id, flows);
  const panes = usePanes();
  const moment = momentOf(flow, model, flows);
  const isCompared = view.snapshot.matches({ inspector: 'compare' });
  const { output: plan } = useSnapshot(plannedPathsWhere(isCompared, flow.id));
  const differences = plan && 'differences' in plan ? plan.differences : [];
  const comparison = shownComparison(flow.id, flows) ?? writtenComparison(model, differences);
  const shownModel = comparison?.chart ?? model;
  const address = useAddress(shownModel);
  const { selected } = address;
  const items = coverageItemsOf(flow.id, model, context.coverage[flow.id]);
  const { areKeysOn, areActionsShown, isOutline } = view.snapshot.context;
  const isTested = view.snapshot.matches({ inspector: 'test' });
  const canRun = !isRunActive(flows) && isRunnable(flow);
  const { session, active } = moment;
  const restart = () =>
    sendToFollowedPage(flows, {
      type: 'open',
      path: context.followedPage?.path ?? flow.page ?? '/',
      draftsToClear: [flow.id],
      restart: null,
    });
  const runTo = (goals: ReturnType<typeof goalsOf>) => () =>
    runPathTo(flow, goals, session?.snapshot ?? null, flows);
  const uncovered = uncoveredGoals(items, address.level);
  const leadToUncovered = canRun && uncovered.goals.length > 0 ? runTo(uncovered) : null;
  const isReachable =
    selected !== null && !active.includes(selected) && comparison?.statuses[selected] !== 'removed';
  const chart: ChartProps = {
    model: shownModel,
    active,
    taken: moment.taken,
    selected: selected ?? undefined,
    opened: address.opened,
    coverage: isTested ? coverageStatuses(flow.id, model, items, address.level) : comparison?.statuses,
    details: areActionsShown,
    onSelect: address.select,
    onFold: address.fold,
    onOpenAll: address.openAll,
  };
  const commands = commandsOf({
    flow,
    model,
    flows,
    moment,
    cursor,
    panes,
    leadToSelection: canRun && isReachable ? runTo(goalsOf(selected, items)) : null,
    leadToUncovered,
    openAll: address.openAll,
    select: address.select,
    showLevel: address.showLevel,
  });
  useKeys((pressed) => pressKey(commands, pressed, areKeysOn, flows.run.snapshot.hasTag('busy')));
  return (
    <div className="flow-view" {...view.rootProps}>
      <title>{`${flow.title} – state visualiser`}</title>
      <FlowBar flow={flow} flows={flows} moment={moment} commands={commands} onReload={restart} />
      <Layout
        panes={panes}
        page={<Preview flow={flow} flows={flows} moment={moment} onRestart={restart} />}
        chart={
          <section
            className="chart-area"
            id={CHART_AREA}
            tabIndex={-1}
            aria-label={`States of ${flow.title}`}
          >
            {isOutline ? <Outline {...chart} /> : <Chart {...chart} />}
          </section>
        }
        inspector={
          <section id="inspector" tabIndex={-1} className="inspector" aria-label="Inspector">
            {address.unknown !== null && (
              <p className="problem" role="alert">
                This flow has no state or transition "{address.unknown}".
              </p>
            )}
            <Inspector
              flow={flow}
              model={model}
              flows={flows}
              moment={moment}
              address={address}
              items={items}
              onNextUncovered={leadToUncovered}
              drawState={(state) => <ChartPicture model={model} state={state} />}
            />
            <Watch flow={flow} flows={flows} moment={moment} />
            {selected !== null && (
              <Selected
                flow={flow}
                model={shownModel}
                flows={flows}
                id={selected}
                isActive={active.includes(selected)}
                onClose={() => {
                  address.select(null);
                  focusById(CHART_AREA);
                }}
                onGoTo={canRun && isReachable ? runTo(goalsOf(selected, items)) : null}
              />
            )}
          </section>
        }
        timeline={<Timeline flows={flows} cursor={cursor} />}
      />
      <Palette commands={commands} flows={flows} />
    </div>
  );
}
