import type { SendForm } from '../sendForm/sendForm.types.ts';
import { phoneField, singleLineField } from '../shared/fields.ts';
import { choiceField } from '../shared/formFields.ts';

/** Grades that can apply for the scholarship. Spec §2. */
export const scholarshipGrades = ['Grade 5', 'Grade 6', 'Grade 7', 'Grade 8', 'Grade 9', 'Grade 10'] as const;

/** Courses that can be chosen in a scholarship application. Spec §2. */
export const scholarshipCourses = [
  'English Speaking',
  'Math Foundation',
  'Computer Basics',
  'Science Concepts',
  'Career Guidance',
  'All Subjects',
] as const;

/** Messages about a scholarship application. Spec §8. */
export const scholarshipMessages = {
  missing: 'Please fill all required fields',
  sent: 'Application submitted successfully!',
  failed: 'Failed to submit application',
  unexpected: 'An error occurred. Please try again later.',
} as const;

const empty = { name: '', grade: '', course: '', phone: '', city: '' };

const { missing } = scholarshipMessages;

/** The scholarship application. Its own rules, not the browser, report missing fields. Spec §3, §5, §8. */
export const scholarshipForm: SendForm<keyof typeof empty> = {
  id: 'scholarship',
  emptyValues: empty,
  fields: {
    name: singleLineField(missing, 'name'),
    grade: choiceField(scholarshipGrades, missing),
    course: choiceField(scholarshipCourses, missing),
    phone: phoneField('Please give a phone number of exactly 10 digits.', missing),
    city: singleLineField(missing, 'city'),
  },
  requiredByBrowser: [],
  checkedByBrowser: [],
  messages: scholarshipMessages,
};
