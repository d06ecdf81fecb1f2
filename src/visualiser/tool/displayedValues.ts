import type { Flow } from '../../../machines/paths/index.ts';
import { maskOf } from '../../../machines/visualiser/mask.ts';

type JsonObject = Record<string, unknown>;

const masks = new WeakMap<Flow, (data: JsonObject) => JsonObject>();

/** Returns the values of a flow for display. With `isMasked`, those that somebody may have typed are masked. */
export function displayedValues(flow: Flow, data: JsonObject, isMasked: boolean): JsonObject {
  if (!isMasked) return data;
  const known = masks.get(flow);
  if (known) return known(data);
  const mask = maskOf(flow);
  masks.set(flow, mask);
  return mask(data);
}

/** A value in a context that has changed by its path, before and after, as JSON. */
export type ContextChange = { path: string; before: string; after: string };

const leafValues = (value: unknown, path = ''): [string, string][] => {
  const hasParts = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!hasParts) return [[path, JSON.stringify(value) ?? 'undefined']];
  return Object.entries(value).flatMap(([key, part]) =>
    leafValues(part, path === '' ? key : `${path}.${key}`),
  );
};

/** Returns the values that differ between two contexts. */
export function contextChanges(before: JsonObject, after: JsonObject): ContextChange[] {
  const beforeValues = new Map(leafValues(before));
  const afterValues = new Map(leafValues(after));
  return [...new Set([...afterValues.keys(), ...beforeValues.keys()])]
    .filter((path) => path !== '')
    .map((path) => ({ path, before: beforeValues.get(path) ?? '–', after: afterValues.get(path) ?? '–' }))
    .filter(({ before: old, after: now }) => old !== now);
}
