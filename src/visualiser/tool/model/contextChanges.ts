import { displayData, tagText } from '../../../../machines/visualiser/displayData.ts';

/** A shown value as JSON, or the text of its tag. */
export const valueText = (value: unknown): string => tagText(value) ?? JSON.stringify(value) ?? 'undefined';

/** A value in a context that has changed by its path, before and after, as JSON. */
export type ContextChange = { path: string; before: string; after: string };

const leafValues = (value: unknown, path = ''): [string, string][] => {
  const text = tagText(value);
  if (text !== null) return [[path, text]];
  const hasParts = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!hasParts) return [[path, JSON.stringify(value) ?? 'undefined']];
  return Object.entries(value).flatMap(([key, part]) =>
    leafValues(part, path === '' ? key : `${path}.${key}`),
  );
};

export function contextChanges(before: object, after: object): ContextChange[] {
  const beforeValues = new Map(leafValues(displayData(before)));
  const afterValues = new Map(leafValues(displayData(after)));
  return [...new Set([...afterValues.keys(), ...beforeValues.keys()])]
    .filter((path) => path !== '')
    .map((path) => ({ path, before: beforeValues.get(path) ?? '–', after: afterValues.get(path) ?? '–' }))
    .filter(({ before: old, after: now }) => old !== now);
}
