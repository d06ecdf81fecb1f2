import type { Flow } from '../../machines/paths/flow.ts';
import { stateName } from '../../machines/stateName.ts';
import type { visualiserLinkMachine } from '../../machines/visualiserLink/visualiserLink.machine.ts';
import type { visualiserRecorderMachine } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { nextLeg, type visualiserRunMachine } from '../../machines/visualiserRun/visualiserRun.machine.ts';
import type { Run, RunLeg } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { type visualiserViewMachine, widths } from '../../machines/visualiserView/visualiserView.machine.ts';
import { focusById } from '../browser/focus.ts';
import type { RunningFlow } from '../flows/useFlow.ts';
import type { ChartModel } from './chart/index.ts';
import { coveredOf, isCoveredAt, marksOf } from './coverage.ts';
import { idsIn } from './ids.ts';
import { startingOver } from './legs.ts';
import { Panels } from './panels/Panels.tsx';
import { Beside } from './parts/Beside.tsx';
import { ChartArea } from './parts/ChartArea.tsx';
import { RunStatus } from './parts/RunStatus.tsx';
import { Selected } from './parts/Selected.tsx';
import { placeOf } from './places.ts';
import { wayToOneOf } from './planner/client.ts';
import { station } from './station/station.ts';
import { useAddress } from './useAddress.ts';

/** The visualiser's own flows, which run as long as it is open. */
export type Own = {
  link: RunningFlow<typeof visualiserLinkMachine>;
  run: RunningFlow<typeof visualiserRunMachine>;
  view: RunningFlow<typeof visualiserViewMachine>;
  recorder: RunningFlow<typeof visualiserRecorderMachine>;
};

/** The tab whose page is steered: that of the page that is followed, else this visualiser's own frame. */
export const tabOf = ({ link: { snapshot } }: Pick<Own, 'link'>) =>
  (snapshot.matches('following') && snapshot.context.chosen?.tab) || station.me;

/** Starts a run. Where it goes through this visualiser's own frame, that is there. */
export function startRun({ run, view }: Own, started: Run): void {
  const isInFrame = started.on === 'page' && started.tab === station.me;
  if (isInFrame && view.snapshot.matches({ beside: 'tab' })) view.send({ type: 'beside.phone' });
  run.send({ type: 'started', run: started });
}

/** The id of what is drawn. */
const STATES = 'states';

/** A flow: its chart, the page beside it, and everything that can be done to it. */
export function FlowView({ flow, model, own }: { flow: Flow; model: ChartModel; own: Own }) {
  const { link, run, view, recorder } = own;
  const address = useAddress(model);
  const { sessions, ran, log } = link.snapshot.context;
  const session = sessions.findLast((running) => running.flow === flow.id);
  const pose = session?.pose ?? null;
  const path = placeOf(flow.id);
  const shown = view.snapshot.context;
  const isBusy = run.snapshot.hasTag('busy') || run.snapshot.matches('halted');
  const start = (started: Run) => startRun(own, started);

  const animated = run.snapshot.context.run?.on === 'chart' && isBusy ? nextLeg(run.snapshot.context) : null;
  const state = animated?.state ?? (pose && stateName(pose));
  const active = state ? idsIn(model.id, state) : [];
  const last = log.findLast((entry) => entry.flow === flow.id);
  const taken = animated ? animated.transitions.at(-1) : pose ? last?.transitions.at(-1) : undefined;

  const items = coveredOf(flow.id, model, ran[flow.id]);
  const isRunShown = run.snapshot.context.run?.flow === flow.id || view.snapshot.matches({ panel: 'paths' });
  const isCoverageShown = view.snapshot.matches({ panel: 'coverage' });

  const lead = async (title: string, goals: string[]) => {
    const way = await wayToOneOf(flow.id, goals, pose);
    const first: RunLeg[] = way?.isFromStart && path ? [startingOver(flow, path)] : [];
    start({ title, flow: flow.id, on: 'page', tab: tabOf(own), legs: [...first, ...(way?.legs ?? [])] });
  };
  const leadToSelected = (id: string) => {
    const leaves = items
      .filter((item) => item.kind === 'state' && (item.id === id || item.id.startsWith(`${id}.`)))
      .map(({ name }) => name);
    return lead(`Way to ${id}`, leaves.length > 0 ? leaves : [id]);
  };
  const leadToUncovered = () => {
    const isCovered = isCoveredAt(address.level);
    const open = items.filter((item) => item.kind === 'transition' && !isCovered(item));
    return lead(
      'Way to an uncovered transition',
      open.map(({ id }) => id),
    );
  };
  const width = widths.find((known) => view.snapshot.matches({ beside: known })) ?? 'phone';

  return (
    <div className="flow-view" {...view.marks}>
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
          aria-pressed={shown.areValuesShown}
          onClick={() => view.send({ type: 'valuesToggled' })}
        >
          Show typed values
        </button>
      </header>
      <ChartArea
        id={STATES}
        flow={flow}
        model={model}
        active={active}
        {...(taken !== undefined && { taken })}
        {...(address.selected !== null && { selected: address.selected })}
        folded={address.folded}
        {...(isCoverageShown && { marks: marksOf(model, items, address.level) })}
        details={shown.areActionsShown}
        onSelect={address.select}
        onFold={address.fold}
        drawing={shown.isOutline ? 'outline' : 'chart'}
        onDrawing={(drawing) => view.send({ type: `${drawing}Chosen` })}
        onDetails={() => view.send({ type: 'actionsToggled' })}
      />
      <div className="lower">
        {address.selected !== null && (
          <Selected
            model={model}
            id={address.selected}
            isBusy={isBusy || path === null}
            isThere={active.includes(address.selected)}
            onClose={() => {
              address.select(null);
              focusById(STATES);
            }}
            onLead={() => leadToSelected(address.selected ?? '')}
          />
        )}
        {isRunShown && <RunStatus snapshot={run.snapshot} send={run.send} />}
        <Panels
          {...{ flow, own, address, items, session, path, isBusy, start, recorder }}
          onNext={leadToUncovered}
        />
      </div>
      <Beside
        path={path}
        width={width}
        onWidth={(chosen) => view.send({ type: `beside.${chosen}` })}
        frame={station.me}
      />
    </div>
  );
}
