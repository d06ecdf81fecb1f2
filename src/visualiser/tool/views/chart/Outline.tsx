import { type ChartModel, transitionLabel } from '../../../../../machines/paths/index.ts';
import { focusById } from '../../../../browser/focus.ts';
import { foldingOf } from '../../model/chart/folding.ts';
import { guardResultsOf } from '../../model/chart/guardResults.ts';
import { nameIn } from '../../model/chart/names.ts';
import type { ChartProps, ChartState, ChartTransition } from '../../model/chart/types.ts';
import { itemsOf, keyAction, type OutlineItem, remarksOf } from './outline.ts';
import { ChartBar } from './Toolbar.tsx';

const elementId = (model: ChartModel, id: string) => `outline-${model.id}-${id.replaceAll(/\s/g, '_')}`;

function Remarks({ of }: { of: readonly string[] }) {
  return of.map((remark) => (
    <span key={remark} className={`outline-remark is-${remark.replaceAll(/\W+/g, '-')}`}>
      {` ${remark}`}
    </span>
  ));
}

function TransitionLine({ transition, props }: { transition: ChartTransition; props: ChartProps }) {
  const { model, taken, coverage } = props;
  const { id, targets } = transition;
  const status = coverage?.[id];
  const guardResults = guardResultsOf(transition, coverage);
  return (
    <>
      {transitionLabel(transition)}
      {targets.length > 0 && ` → ${targets.map((target) => nameIn(model, target)).join(' and ')}`}
      <Remarks of={[...(taken === id ? ['just taken'] : []), ...(status ? [status] : [])]} />
      {guardResults.map(({ result, status: resultStatus }) => (
        <span
          key={result}
          className={`outline-remark is-${resultStatus}`}
        >{` [${result}: ${resultStatus}]`}</span>
      ))}
    </>
  );
}

function StateLine({ state, props }: { state: ChartState; props: ChartProps }) {
  return (
    <>
      <span className="outline-name">{state.key}</span>
      <Remarks of={remarksOf(state, props)} />
      {state.description !== undefined && (
        <span className="outline-description">{` ${state.description}`}</span>
      )}
    </>
  );
}

function LineText({ id, props }: { id: string; props: ChartProps }) {
  const state = props.model.states.find((each) => each.id === id);
  const transition = props.model.transitions.find((each) => each.id === id);
  return (
    <>
      {state && <StateLine state={state} props={props} />}
      {transition && <TransitionLine transition={transition} props={props} />}
    </>
  );
}

/**
 * The chart as a tree of text, for the keyboard and for screen readers. The arrow keys move the selection and fold
 * states.
 */
export function Outline(props: ChartProps) {
  const { model, selected, active, taken, onSelect, onFold } = props;
  const items = itemsOf(model, foldingOf(props));
  const current = items.find(({ id }) => id === selected) ?? items[0];
  const goTo = ({ id }: OutlineItem) => {
    onSelect(id);
    focusById(elementId(model, id));
  };
  return (
    <div className="chart">
      <ChartBar {...props} />
      <div className="outline" role="tree" aria-label={`Outline of ${model.id}`}>
        {items.map((item) => (
          <div
            key={item.id}
            id={elementId(model, item.id)}
            role="treeitem"
            aria-level={item.level}
            aria-selected={item.id === selected}
            aria-expanded={item.isOpen}
            aria-current={active.includes(item.id) || item.id === taken ? 'true' : undefined}
            tabIndex={item === current ? 0 : -1}
            className="outline-item"
            style={{ marginInlineStart: `${(item.level - 1) * 1.25}rem` }}
            data-outline={item.id}
            onClick={() => (item.id === selected && item.isOpen !== undefined ? onFold(item.id) : goTo(item))}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return;
              const action = keyAction(event.key, items, item);
              if (!action) return;
              event.preventDefault();
              if ('fold' in action) onFold(action.fold);
              else goTo(action.goTo);
            }}
          >
            <LineText id={item.id} props={props} />
          </div>
        ))}
      </div>
    </div>
  );
}
