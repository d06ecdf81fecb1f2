import { expect } from 'vitest';

/** Fails where the list is empty, because an assertion on each of no items cannot fail. */
export function nonEmpty<Item>(list: Iterable<Item>): Item[] {
  const items = [...list];
  expect(items, 'a list that is empty shows nothing').not.toHaveLength(0);
  return items;
}

/** A list that may be empty at times. */
export const mayBeEmpty = <Item>(list: Iterable<Item>): Item[] => [...list];
