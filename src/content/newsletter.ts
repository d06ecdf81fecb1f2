/** The texts of the newsletter form in the footer, which makes no call. Spec §2; §7. */
export const newsletterText = {
  heading: 'Newsletter',
  intro: 'Study tips, new courses and scholarship dates. Our newsletter has not started yet.',
  emailLabel: 'Your e-mail for the newsletter',
  button: 'Subscribe',
  emailProblem: 'Please enter an e-mail address such as name@example.com.',
  success: 'Thank you for your interest. Our newsletter has not started yet. We did not keep your address.',
} as const;
