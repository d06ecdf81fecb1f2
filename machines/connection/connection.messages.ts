/** The sentence beside the button of a form while the device has no network. */
export const connectionMessages = {
  offline: 'You seem to be offline. What you typed is kept: send it once you are online again.',
} as const;
