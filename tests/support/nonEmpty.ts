import { expect } from 'vitest';

/** Returns what a list holds; fails where it is empty, because what is expected of each of nothing cannot fail. */
export function nonEmpty<Item>(list: Iterable<Item>): Item[] {
  const items = [...list];
  expect(items, 'a list that is empty shows nothing').not.toHaveLength(0);
  return items;
}

/** Returns what a list holds, where it is right that it is empty at times. */
export const mayBeEmpty = <Item>(list: Iterable<Item>): Item[] => [...list];
