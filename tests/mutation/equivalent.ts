/** Mistakes that make no difference, by flow, each with the reason why nobody could tell. */
export const equivalent: Record<string, Record<string, string>> = {
  registration: {
    'retarget registration.editing.ready · draftFound[2] to registration.editing.ready':
      'The transition stays in that state; entering it again only clears a failure, and there is none there.',
  },
};
