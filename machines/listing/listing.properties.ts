import type { AnyMachineSnapshot } from 'xstate';
import { always } from '../paths/index.ts';
import type { ListingContext } from './listing.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot): ListingContext => snapshot.context;

/** Requirements of every list that is filtered by category. Spec §4, Career tabs and Blog list. */
export const listingProperties = [
  always('a list is empty exactly when no item has the category', (snapshot) => {
    const { category, items } = contextOf(snapshot);
    const categories = items.map((item) => item.category.toLowerCase());
    const hasItems = category === null ? items.length > 0 : categories.includes(category.toLowerCase());
    return snapshot.matches('empty') !== hasItems;
  }),
];
