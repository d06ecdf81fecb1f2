import { always, type Property } from '../paths/index.ts';
import { itemsInCategory, type ListingMachine } from './listing.machine.ts';

/** Requirements of every list that is filtered by category. Spec §4, Career tabs and Blog list. */
export const listingProperties: readonly Property<ListingMachine>[] = [
  always('a list is empty exactly when no item has the category', (snapshot) => {
    const { category, items } = snapshot.context;
    const categories = items.map((item) => item.category.toLowerCase());
    const hasItems = category === null ? items.length > 0 : categories.includes(category.toLowerCase());
    return snapshot.matches('empty') !== hasItems;
  }),
  always(
    'a category in capitals has the same items',
    ({ context: { category, items } }) => {
      const itemsOf = (name: string) => itemsInCategory(items, name).map(({ id }) => id);
      return category === null || itemsOf(category).join() === itemsOf(category.toUpperCase()).join();
    },
    { isOfCode: true },
  ),
];
