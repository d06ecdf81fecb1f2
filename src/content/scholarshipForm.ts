import { feePayment, resultsText } from './scholarshipSentences.ts';
import { site } from './site.ts';

/** The texts of the scholarship application page. Spec §2, Scholarship application. */
export const scholarshipFormText = {
  heading: 'Start Your Learning Journey',
  intro: 'Apply for the Excellence Scholarship. Parent and student can fill in the form together.',
  knowMore: { label: 'Read about the scholarship first', href: '/knowmore' },
  name: 'Name',
  grade: 'Grade',
  gradePlaceholder: 'Select a grade',
  course: 'Course',
  coursePlaceholder: 'Select a course',
  phone: 'Phone',
  phoneHint: 'Ten digits',
  city: 'City',
  submit: 'Submit Application',
  submitting: 'Submitting...',
  stepsHeading: 'From application to result',
  steps: [
    'You send this form. It is free.',
    'We call you about your school, the exam and its fee.',
    'Stage 1 is an MCQ test. Stage 2 is a written exam.',
    'Stage 3 is a personal interview.',
    resultsText,
  ],
  facts: [
    feePayment,
    ...(site.scholarshipDeadline ? [`Apply until ${site.scholarshipDeadline}.`] : []),
    ...(site.languages ? [`We call you in ${site.languages}.`] : []),
  ],
  nextHeading: 'What happens next',
  next: [
    'We call the number you gave. We ask about your school, and tell you about Stage 1, the MCQ test.',
    feePayment,
    resultsText,
  ],
} as const;
