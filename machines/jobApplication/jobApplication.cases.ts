import type { Cases } from '../paths/flow.ts';
import type { jobApplicationMachine } from './jobApplication.machine.ts';
import { type ApplicationValues, acceptedEndings, incompleteFields } from './jobApplication.rules.ts';

const tutor = { id: 1, title: 'Math Tutor' };
const writer = { id: 4, title: 'Content Writer' };

const right: ApplicationValues = {
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '9876543210',
  coverLetter: '',
};

/** The alphabet of the job application. Each `changed` case sets every field, so that the last one decides. */
export const jobApplicationCases = {
  events: {
    draftFound: {
      'left open, with a file': { draft: { isOpen: true, job: tutor, values: right, resume: 'cv.pdf' } },
      'left open, without a file': { draft: { isOpen: true, job: writer, values: right, resume: null } },
      'closed before': { draft: { isOpen: false, job: tutor, values: right, resume: 'cv.pdf' } },
    },
    opened: { 'for Math Tutor': { job: tutor }, 'for Content Writer': { job: writer } },
    closed: { 'by its close button': {} },
    cancelled: { 'by Escape': {} },
    changed: {
      'everything required': { values: right },
      'with a cover letter': { values: { ...right, coverLetter: 'I have taught for four years.' } },
      'phone pasted with country code': { values: { ...right, phone: '+91 98765-43210' } },
      'no name': { values: { ...right, name: '' } },
      'no e-mail address': { values: { ...right, email: '' } },
      'e-mail address without an at sign': { values: { ...right, email: 'asha.example.com' } },
      'no phone': { values: { ...right, phone: '' } },
      'phone of nine digits': { values: { ...right, phone: '987654321' } },
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
  choices: ['job'],
  endings: acceptedEndings,
  project: ({ job, values, resume, lostResume }) => ({
    job: job?.id ?? null,
    incomplete: incompleteFields(values),
    resume: resume !== null,
    lost: lostResume !== null,
  }),
} satisfies Cases<typeof jobApplicationMachine, Record<never, never>>;
