import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChartModel } from '../../../machines/paths/index.ts';
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

const foldedStates = (params: URLSearchParams) => (params.get('fold') ?? '').split(',').filter(Boolean);

/** Returns the part of the view that the address contains, and functions that change it. A link shows the same view. */
export function useAddress({ id, states, transitions }: ChartModel) {
  const [params, setParams] = useSearchParams();
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
  const fold = useCallback(
    (stateId: string) => {
      const short = stateId.slice(id.length + 1);
      setParams((now) => {
        const folded = foldedStates(now);
        const rest = folded.filter((known) => known !== short);
        return withChanges(now, {
          fold: (rest.length < folded.length ? rest : [...folded, short]).join(','),
        });
      }, OPTIONS);
    },
    [id, setParams],
  );

  return {
    /** The id of the state or transition that is selected. */
    selected: isKnown ? selected : null,
    /** The name of a state or transition that the flow does not have. */
    unknown: isKnown || selected === null ? null : (state ?? selected),
    folded: foldedStates(params).map(inside),
    level: levels.find((level) => level === params.get('level')) ?? ('any' as const),
    select,
    fold,
    showLevel: (level: Level | 'any') => set({ level: level === 'any' ? null : level }),
  };
}
