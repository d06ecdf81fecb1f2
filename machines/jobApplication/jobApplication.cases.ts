import type { Cases } from '../paths/index.ts';
import type { jobApplicationMachine } from './jobApplication.machine.ts';
import { type ApplicationValues, acceptedExtensions, invalidFields } from './jobApplication.rules.ts';

const tutor = { id: 1, title: 'Math Tutor' };
const writer = { id: 4, title: 'Content Writer' };

const validValues: ApplicationValues = {
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '9876543210',
  coverLetter: '',
};

/** Event cases of the job application. Each `changed` case sets every field, so that the last one decides. */
export const jobApplicationCases = {
  events: {
    draftFound: {
      'left open, with a file': {
        draft: { isOpen: true, job: tutor, values: validValues, resume: 'cv.pdf' },
      },
      'left open, without a file': {
        draft: { isOpen: true, job: writer, values: validValues, resume: null },
      },
      'closed before': { draft: { isOpen: false, job: tutor, values: validValues, resume: 'cv.pdf' } },
    },
    opened: { 'for Math Tutor': { job: tutor }, 'for Content Writer': { job: writer } },
    closed: { 'by its close button': {} },
    cancelled: { 'by Escape': {} },
    changed: {
      'everything required': { values: validValues },
      'with a cover letter': { values: { ...validValues, coverLetter: 'I have taught for four years.' } },
      'phone pasted with country code': { values: { ...validValues, phone: '+91 98765-43210' } },
      'no name': { values: { ...validValues, name: '' } },
      'no e-mail address': { values: { ...validValues, email: '' } },
      'e-mail address without an at sign': { values: { ...validValues, email: 'asha.example.com' } },
      'no phone': { values: { ...validValues, phone: '' } },
      'phone of nine digits': { values: { ...validValues, phone: '987654321' } },
    },
    fileChosen: {
      PDF: { name: 'cv.pdf' },
      DOC: { name: 'cv.doc' },
      DOCX: { name: 'CV.DOCX' },
      'another kind': { name: 'cv.exe' },
    },
    fileRemoved: { 'by choosing none': {} },
    submitted: { 'by the button': {} },
  },
  outcomes: {},
  choiceFields: ['job'],
  fileExtensions: acceptedExtensions,
  project: ({ job, values, resume, resumeBeforeReload }) => ({
    job: job?.id ?? null,
    incomplete: invalidFields(values),
    resume: resume !== null,
    lost: resumeBeforeReload !== null,
  }),
} satisfies Cases<typeof jobApplicationMachine, Record<never, never>>;
