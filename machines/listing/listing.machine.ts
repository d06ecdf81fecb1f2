import { assign, setup } from 'xstate';

export type ListedItem = { id: number; category: string };

export type ListingContext = {
  /** The category that is shown; null for all. */
  category: string | null;
  items: readonly ListedItem[];
};

export type ListingEvent = { type: 'categoryChosen'; category: string | null };

/**
 * The items of a category, in their order; all items where the category is null. Case is ignored; hyphens and
 * spaces differ. Spec §4, Career tabs and Blog list.
 */
export function itemsInCategory<Item extends { category: string }>(
  items: readonly Item[],
  category: string | null,
): Item[] {
  return items.filter((item) => category === null || item.category.toLowerCase() === category.toLowerCase());
}

/** The machine of a list with a category filter. Spec §4. */
export const createListingMachine = (id: string) =>
  setup({
    types: {
      context: {} as ListingContext,
      events: {} as ListingEvent,
      input: {} as ListingContext,
    },
    guards: {
      hasItems: ({ context, event }) => itemsInCategory(context.items, event.category).length > 0,
    },
    actions: {
      setCategory: assign({ category: ({ event }) => event.category }),
    },
  }).createMachine({
    id,
    context: ({ input }) => input,
    initial: 'listed',
    on: {
      categoryChosen: [
        {
          guard: 'hasItems',
          target: '.listed',
          actions: 'setCategory',
        },
        {
          target: '.empty',
          actions: 'setCategory',
        },
      ],
    },
    states: {
      listed: { description: 'The items of the chosen category are shown.' },
      empty: { description: 'The chosen category has no items; the page says so.' },
    },
  });

export type ListingMachine = ReturnType<typeof createListingMachine>;

/** The snapshot of a list with an initial category, such as the one in the address. */
export const listingSnapshot = (machine: ListingMachine, context: ListingContext) =>
  machine.resolveState({
    value: itemsInCategory(context.items, context.category).length > 0 ? 'listed' : 'empty',
    context,
  });
