import type { FormSpec } from './sendForm.ts';

/** The forms that send once and report, as the specification names their parts. Spec §2 to §8. */

export const contactForm: FormSpec = {
  name: 'Contact',
  flow: 'contact',
  page: '/contact',
  call: '/api/contact',
  values: {
    name: 'Asha Verma',
    email: 'asha@example.com',
    phone: '9876543210',
    message: 'When does Grade 8 start?\nAnd at what time?',
  },
  button: 'Send Message',
  busyButton: 'Sending...',
  sent: 'Message sent successfully!',
  failed: 'Failed to send message',
};

export const callBackForm: FormSpec = {
  name: 'Call-back',
  flow: 'callBack',
  page: '/privacy',
  call: '/api/inquiry',
  values: { name: 'Meena Sharma', phone: '9988776655', messageUser: 'Please call after 6 pm.' },
  button: 'Request a Call Back',
  busyButton: 'Requesting...',
  sent: 'Inquiry submitted successfully!',
  failed: 'Failed to submit inquiry',
  show: (page) => page.getByRole('button', { name: 'Get a Call Back', exact: true }).click(),
};

export const scholarshipForm: FormSpec = {
  name: 'Scholarship',
  flow: 'scholarship',
  page: '/applyPath',
  call: '/api/apply',
  values: {
    name: 'Ravi Kumar',
    grade: 'Grade 8',
    course: 'Science Concepts',
    phone: '9123456780',
    city: 'Patna',
  },
  button: 'Submit Application',
  busyButton: 'Submitting...',
  sent: 'Application submitted successfully!',
  failed: 'Failed to submit application',
};
