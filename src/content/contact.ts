/** The texts of the contact page and of its form. Spec §2, Contact Us. */
export const contactText = {
  heading: 'Contact Us',
  subtitle: 'Have questions? Get in touch with our team',
  intro:
    'Parents, students, schools and teachers may all write here, in simple words. Please do not put card or bank details in the message.',
  form: {
    name: 'Message form',
    fields: {
      name: 'Full Name*',
      email: 'Email Address*',
      phone: 'Phone Number',
      message: 'Your Message*',
    },
    submit: 'Send Message',
    submitting: 'Sending...',
  },
  detailsHeading: 'Or reach us directly',
} as const;
