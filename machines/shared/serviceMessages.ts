const minutes = (count: number): string => (count === 1 ? 'a minute' : `${count} minutes`);

/** The sentences of the service that a visitor reads as they are, in the order of their statuses. Spec §7. */
export const serviceMessages = {
  notUnderstood: 'The request could not be understood.',
  cutOff: 'The data did not arrive completely. Please try again.',
  foreignSite: 'This form can only be sent from our own site.',
  /** @param source `from your connection`, `with this phone number`, … */
  tooManyCalls: (source: string, inMinutes: number) =>
    `We have received too many requests ${source}. Please try again in ${minutes(inMinutes)}.`,
  failed: 'Something went wrong on our side. Please try again later.',
  notSaved: 'We cannot save anything at the moment. Please try again in a few minutes.',
  busy: 'We have too many requests at the moment. Please try again in a few seconds.',
  restarting: 'We are restarting. Please try again in a moment.',
  tooSlow: 'That took too long. Please try again in a moment.',
  stillWorking: 'We are still working on your last request. Please try again in a moment.',
} as const;

/** Of which calls the service has received too many. */
export const callSources = {
  address: 'from your connection',
  phone: 'with this phone number',
  email: 'with this email address',
} as const;
