import { site } from './site.ts';

/** The texts of the contact page and of its form. Spec §2, Contact Us. */
export const contactText = {
  heading: 'Contact Us',
  subtitle: 'Have questions? Get in touch with our team',
  intro:
    'Parents, students, schools and teachers: please write to us. Do not put card or bank details in the message.',
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
  next: {
    heading: 'What happens next',
    steps: [
      'We save your message, and a person on our team reads it.',
      'We answer by e-mail. If you give a phone number, we may call you.',
      ...(site.languages ? [`You can write and talk to us in ${site.languages}.`] : []),
      ...(site.officeHours ? [`We answer ${site.officeHours}.`] : []),
    ],
  },
  detailsHeading: 'Or reach us directly',
} as const;
