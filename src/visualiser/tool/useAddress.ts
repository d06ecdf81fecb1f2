import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChartModel } from '../../../machines/paths/index.ts';
import { foldableIn } from './chart/folding.ts';
import { type Level, levels } from './testRuns.ts';

const OPTIONS = { replace: true, preventScrollReset: true } as const;

const withChanges = (params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key);
    else next.set(key, value);
  }
  return next;
};

/** The value of `open` that opens all states. */
const ALL = '*';

const openedStates = (params: URLSearchParams) => (params.get('open') ?? '').split(',').filter(Boolean);

/** Returns the part of the view that the address contains, and functions that change it. A link shows the same view. */
export function useAddress(model: ChartModel) {
  const { id, states, transitions } = model;
  const [params, setParams] = useSearchParams();
  const opened = openedStates(params);
  const set = (changes: Record<string, string | null>) => setParams(withChanges(params, changes), OPTIONS);
  const inside = (name: string) => `${id}.${name}`;
  const state = params.get('state');
  const selected = state === null ? params.get('transition') : inside(state);
  const isKnown = [...states, ...transitions].some((known) => known.id === selected);

  const select = useCallback(
    (chosen: string | null) => {
      const isState = chosen !== null && states.some((known) => known.id === chosen);
      const short = isState ? chosen.slice(id.length + 1) : null;
      setParams((now) => withChanges(now, { state: short, transition: isState ? null : chosen }), OPTIONS);
    },
    [id, states, setParams],
  );
  const isExpanded = opened.includes(ALL);
  const fold = (stateId: string) => {
    const all = isExpanded ? foldableIn(model) : opened.map(inside);
    const others = all.filter((known) => known !== stateId);
    const next = others.length < all.length ? others : [...all, stateId];
    set({ open: next.map((known) => known.slice(id.length + 1)).join(',') });
  };

  return {
    /** The id of the state or transition that is selected. */
    selected: isKnown ? selected : null,
    /** The name of a state or transition that the flow does not have. */
    unknown: isKnown || selected === null ? null : (state ?? selected),
    /** The ids of the states that were opened, or all. */
    opened: isExpanded ? ('all' as const) : opened.map(inside),
    level: levels.find((level) => level === params.get('level')) ?? ('any' as const),
    select,
    fold,
    openAll: () => set({ open: isExpanded ? null : ALL }),
    showLevel: (level: Level | 'any') => set({ level: level === 'any' ? null : level }),
  };
}
