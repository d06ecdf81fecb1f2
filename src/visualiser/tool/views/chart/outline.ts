import type { ChartModel } from '../../../../../machines/paths/index.ts';
import type { foldingOf } from '../../model/chart/folding.ts';
import type { ChartProps, ChartState } from '../../model/chart/types.ts';
import { childrenOf, factsOf, isInitial } from './content.ts';

/** A line of the outline: a state, or a transition under its source. `isOpen` is set for states that can be folded. */
export type OutlineItem = {
  id: string;
  level: number;
  parent: string | null;
  isOpen?: boolean;
};

/** The visible lines of the outline in order. */
export function itemsOf(
  model: ChartModel,
  folding: ReturnType<typeof foldingOf>,
  parent: string | null = null,
  level = 1,
): OutlineItem[] {
  return childrenOf(model, parent).flatMap(({ id }) => {
    const isFolded = folding.folded.includes(id);
    const transitions = model.transitions.filter(({ source }) => source === id);
    const canFold = parent !== null && childrenOf(model, id).length > 0 && !folding.fixed.includes(id);
    const below: OutlineItem[] = transitions.map((transition) => ({
      id: transition.id,
      level: level + 1,
      parent: id,
    }));
    const state: OutlineItem = { id, level, parent, ...(canFold && { isOpen: !isFolded }) };
    return isFolded ? [state, ...below] : [state, ...below, ...itemsOf(model, folding, id, level + 1)];
  });
}

/** The action of a key in a tree: the line to go to, or the state to fold or unfold; null for other keys. */
export function keyAction(
  key: string,
  items: readonly OutlineItem[],
  current: OutlineItem,
): { goTo: OutlineItem } | { fold: string } | null {
  const at = items.indexOf(current);
  const to = (item: OutlineItem | undefined) => (item ? { goTo: item } : null);
  switch (key) {
    case 'ArrowDown':
      return to(items[at + 1]);
    case 'ArrowUp':
      return to(items[at - 1]);
    case 'Home':
      return to(items[0]);
    case 'End':
      return to(items.at(-1));
    case 'ArrowRight':
      if (current.isOpen === false) return { fold: current.id };
      return to(items.find(({ parent }) => parent === current.id));
    case 'ArrowLeft':
      if (current.isOpen) return { fold: current.id };
      return to(items.find(({ id }) => id === current.parent));
    case 'Enter':
    case ' ':
      return to(current);
    default:
      return null;
  }
}

/** The remarks after the name of a state: its kind, tags, actions and coverage. */
export function remarksOf(state: ChartState, { model, active, coverage, details }: ChartProps): string[] {
  const { id, type, history, tags } = state;
  const status = coverage?.[id];
  return [
    ...(active.includes(id) ? ['active'] : []),
    ...(isInitial(model, state) ? ['initial'] : []),
    ...(type === 'history' ? [`${history} history`] : []),
    ...(type === 'parallel' || type === 'final' ? [type] : []),
    ...tags,
    ...factsOf(state, details),
    ...(status ? [status] : []),
  ];
}
