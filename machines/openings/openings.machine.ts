import { createListingMachine } from '../listing/listing.machine.ts';

/** The job openings of a category. Spec §4, Career tabs. */
export const openingsMachine = createListingMachine('openings');
