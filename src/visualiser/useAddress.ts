import { useSearchParams } from 'react-router-dom';
import type { ChartModel } from '../../machines/paths/chart.ts';
import { type Level, levels } from './runs.ts';

/** What of a view stands in its address, so that a link shows the same. */
export function useAddress({ id, states, transitions }: ChartModel) {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(key);
      else next.set(key, value);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const inside = (name: string) => `${id}.${name}`;
  const state = params.get('state');
  const selected = state === null ? params.get('transition') : inside(state);
  const folded = (params.get('fold') ?? '').split(',').filter(Boolean).map(inside);
  const short = (stateId: string) => stateId.slice(id.length + 1);
  return {
    isInTab: params.get('beside') === 'tab',
    /** The id of the state or transition that is selected. */
    selected: [...states, ...transitions].some((known) => known.id === selected) ? selected : null,
    folded,
    level: levels.find((level) => level === params.get('level')) ?? ('any' as const),
    entry: params.get('entry'),
    before: params.get('before'),
    select: (chosen: string | null) => {
      const isState = chosen !== null && states.some((known) => known.id === chosen);
      set({ state: isState ? short(chosen) : null, transition: isState ? null : chosen });
    },
    fold: (stateId: string) => {
      const rest = folded.filter((known) => known !== stateId);
      const next = rest.length < folded.length ? rest : [...folded, stateId];
      set({ fold: next.map(short).join(',') });
    },
    showLevel: (level: Level | 'any') => set({ level: level === 'any' ? null : level }),
    openEntry: (entry: string | null) => set({ entry }),
    showBefore: (before: string | null) => set({ before }),
  };
}
