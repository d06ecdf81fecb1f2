import { useSearchParams } from 'react-router-dom';
import type { ChartModel } from '../../../../machines/paths/index.ts';
import { foldableIn } from '../model/chart/folding.ts';
import { nameIn } from '../model/chart/names.ts';
import { type Level, levels } from '../model/testRuns.ts';

/** The parameters of the address, and a function that changes some of them; null and an empty text remove one. */
export function useQuery() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(params);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(key);
      else next.set(key, value);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { params, set };
}

/** The value of `open` that opens all states. */
const ALL = '*';

const openedStates = (params: URLSearchParams) => (params.get('open') ?? '').split(',').filter(Boolean);

/** The part of the view in the address, and functions that change it. A link shows the same view. */
export function useAddress(model: ChartModel) {
  const { id, states, transitions } = model;
  const { params, set } = useQuery();
  const opened = openedStates(params);
  const inside = (name: string) => `${id}.${name}`;
  const state = params.get('state');
  const selected = state === null ? params.get('transition') : inside(state);
  const isKnown = [...states, ...transitions].some((known) => known.id === selected);

  const select = (chosen: string | null) => {
    const isState = chosen !== null && states.some((known) => known.id === chosen);
    const short = isState ? nameIn(model, chosen) : null;
    set({ state: short, transition: isState ? null : chosen });
  };
  const isExpanded = opened.includes(ALL);
  const fold = (stateId: string) => {
    const all = isExpanded ? foldableIn(model) : opened.map(inside);
    const others = all.filter((known) => known !== stateId);
    const next = others.length < all.length ? others : [...all, stateId];
    set({ open: next.map((known) => nameIn(model, known)).join(',') });
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
