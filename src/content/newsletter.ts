/** Words of the newsletter form in the footer; its behaviour on submit is left open by the spec. Spec §2. */
export const newsletterText = {
  heading: 'Newsletter',
  intro: 'Study tips, new courses and scholarship dates.',
  emailLabel: 'Your e-mail for the newsletter',
  button: 'Subscribe',
  emailProblem: 'Please enter an e-mail address such as name@example.com.',
  success: 'Thank you for your interest in our newsletter.',
} as const;
