import { type ChartModel, transitionLabel } from '../../../../../machines/paths/index.ts';

/** The ids of the states and transitions whose texts contain the query; case is ignored. */
export function matchesOf({ states, transitions }: ChartModel, query: string): string[] {
  const words = query.trim().toLowerCase();
  if (words === '') return [];
  const has = (...texts: (string | undefined)[]) => texts.some((text) => text?.toLowerCase().includes(words));
  return states.flatMap((state) => [
    ...(has(state.id, state.description, ...state.tags, ...state.entry, ...state.exit, ...state.invokes)
      ? [state.id]
      : []),
    ...transitions
      .filter(
        (transition) => transition.source === state.id && has(transition.id, transitionLabel(transition)),
      )
      .map(({ id }) => id),
  ]);
}

/** The name of a state without the id of its machine: `editing.idle`. */
export const nameIn = ({ id }: ChartModel, state: string): string =>
  state.startsWith(`${id}.`) ? state.slice(id.length + 1) : state;
