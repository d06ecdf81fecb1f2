/** The message of the openings. Spec §8, Careers. */
export const openingsMessages = {
  empty: 'No current openings in this category. Check back later!',
} as const;
