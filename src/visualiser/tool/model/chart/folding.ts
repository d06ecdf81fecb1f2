import type { ChartModel } from '../../../../../machines/paths/index.ts';

/** The ids of the states around a state or around the source of a transition. */
function around(model: ChartModel, id: string): string[] {
  const source = model.transitions.find((transition) => transition.id === id)?.source;
  const parent = source ?? model.states.find((state) => state.id === id)?.parent ?? null;
  return parent === null ? [] : [parent, ...around(model, parent)];
}

/** The ids of the states that can be folded: those with children, except the machine itself. */
export const foldableIn = ({ states }: ChartModel): string[] =>
  states
    .filter(({ id, parent }) => parent !== null && states.some((child) => child.parent === id))
    .map(({ id }) => id);

type Shown = {
  model: ChartModel;
  active: readonly string[];
  selected?: string;
  /** Ids of the states that were opened, or all. */
  opened: readonly string[] | 'all';
};

/** The folded states: every state that was not opened, is not active, and does not hide the selected item. */
export function foldingOf({ model, active, selected, opened }: Shown): {
  folded: string[];
  /** The states that stay open. */
  fixed: string[];
} {
  const aroundSelected = new Set(selected === undefined ? [] : around(model, selected));
  const foldable = foldableIn(model);
  const fixed = foldable.filter((id) => active.includes(id) || aroundSelected.has(id));
  return {
    fixed,
    folded: opened === 'all' ? [] : foldable.filter((id) => !fixed.includes(id) && !opened.includes(id)),
  };
}
