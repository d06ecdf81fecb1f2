import { feePayment, resultsText } from './scholarshipSentences.ts';

/** The texts of the scholarship application page. Spec §2, Scholarship application. */
export const scholarshipFormText = {
  heading: 'Start Your Learning Journey',
  intro: 'Apply for the scholarship here. A parent may fill in the form together with the student.',
  fee: feePayment,
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
  nextHeading: 'What happens next',
  next: [
    'We call the number that you gave, about your school and about Stage 1, the MCQ test.',
    feePayment,
    resultsText,
  ],
} as const;
