/** The texts of the call-back widget. Spec §2, Call-back widget. */
export const callBackText = {
  heading: 'Get a Call Back',
  intro: 'Leave your number. Our expert will call you.',
  name: 'Name',
  phone: 'Phone',
  phoneHint: 'Ten digits',
  message: 'Message (optional)',
  submit: 'Request a Call Back',
  submitting: 'Requesting...',
  close: 'Close',
} as const;
