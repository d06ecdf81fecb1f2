import { createListingMachine } from '../listing/listing.machine.ts';

/** The blog posts of the category that the address names. Spec §4, Blog list. */
export const blogListMachine = createListingMachine('blogList');
