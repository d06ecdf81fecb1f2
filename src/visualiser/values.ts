import type { Flow } from '../../machines/paths/flow.ts';
import { maskFor } from '../../machines/paths/mask.ts';

type Plain = Record<string, unknown>;

const masks = new WeakMap<Flow, (data: Plain) => Plain>();

/** The values of a flow as they may be shown: what somebody typed is masked, what its cases and journeys say is not. */
export function shown(flow: Flow, data: Plain, isMasked: boolean): Plain {
  if (!isMasked) return data;
  const known = masks.get(flow);
  if (known) return known(data);
  const mask = maskFor(flow);
  masks.set(flow, mask);
  return mask(data);
}

/** A value at a place in a context, before and after. */
export type Change = { place: string; before: string; after: string; isChanged: boolean };

const leaves = (value: unknown, place = ''): [string, string][] => {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isInner) return [[place, JSON.stringify(value) ?? 'undefined']];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, place === '' ? key : `${place}.${key}`));
};

/** Two contexts side by side, value by value; what has changed comes first. */
export function changes(before: Plain, after: Plain): Change[] {
  const was = new Map(leaves(before));
  const is = new Map(leaves(after));
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter((place) => place !== '')
    .map((place) => {
      const [old, now] = [was.get(place) ?? '–', is.get(place) ?? '–'];
      return { place, before: old, after: now, isChanged: old !== now };
    })
    .sort((one, other) => Number(other.isChanged) - Number(one.isChanged));
}
