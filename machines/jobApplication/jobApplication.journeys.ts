import type { Journey } from '../paths/journey.ts';
import { jobApplicationCases } from './jobApplication.cases.ts';
import { emptyValues } from './jobApplication.rules.ts';

const values = jobApplicationCases.events.changed['everything required'].values;
const nothing = { values: emptyValues, resume: null, lostResume: null };

const opened = [['opened: for Math Tutor', 'open.editing', { job: { title: 'Math Tutor' } }]] as const;
const filled = [...opened, ['changed: everything required', 'open.editing', { values }]] as const;
const complete = [...filled, ['fileChosen: PDF', 'open.editing', { resume: 'cv.pdf' }]] as const;

/** The application dialog as the specification tells it, by hand. Spec §4, Application modal; §5, Job application; §9. */
export const jobApplicationJourneys: readonly Journey[] = [
  {
    title: '§4 apply: the dialog closes and the form is empty again',
    legs: [
      ...complete,
      ['submitted: by the button', 'closed', nothing],
      ['opened: for Content Writer', 'open.editing', { job: { title: 'Content Writer' }, ...nothing }],
    ],
  },
  {
    title: '§4 the dialog closes on its button and on Escape, and keeps what was begun',
    legs: [
      ...complete,
      ['closed: by its close button', 'closed', { values, resume: 'cv.pdf' }],
      ['opened: for Math Tutor', 'open.editing', { job: { id: 1 }, values, resume: 'cv.pdf' }],
      ['cancelled: by Escape', 'closed', { values, resume: 'cv.pdf' }],
    ],
  },
  {
    title: 'what was begun for one job does not appear under another, nor under the first again',
    legs: [
      ...complete,
      ['cancelled: by Escape', 'closed', { values, resume: 'cv.pdf' }],
      ['opened: for Content Writer', 'open.editing', { job: { title: 'Content Writer' }, ...nothing }],
      ['closed: by its close button', 'closed', nothing],
      ['opened: for Math Tutor', 'open.editing', { job: { title: 'Math Tutor' }, ...nothing }],
    ],
  },
  ...(
    [
      'no name',
      'no e-mail address',
      'e-mail address without an at sign',
      'no phone',
      'phone of nine digits',
    ] as const
  ).map((wrong) => ({
    title: `§5 ${wrong}: the application is not taken`,
    legs: [
      ...complete,
      [`changed: ${wrong}`, 'open.editing'],
      ['submitted: by the button', 'open.editing', { resume: 'cv.pdf' }],
    ] as const,
  })),
  {
    title: '§5 no resume: the application is not taken',
    legs: [
      ...filled,
      ['submitted: by the button', 'open.editing', { values }],
      ['fileChosen: DOC', 'open.editing', { resume: 'cv.doc' }],
      ['fileRemoved: by choosing none', 'open.editing', { resume: null }],
      ['submitted: by the button', 'open.editing', { values }],
    ],
  },
  {
    title: '§5 only .pdf, .doc and .docx are taken, in capitals too',
    legs: [
      ...complete,
      ['fileChosen: another kind', 'open.refused', { resume: null }],
      ['submitted: by the button', 'open.refused', { values }],
      ['fileChosen: DOCX', 'open.editing', { resume: 'CV.DOCX' }],
      ['submitted: by the button', 'closed', nothing],
    ],
  },
  {
    title: '§5 the cover letter is optional and is kept',
    legs: [
      ...opened,
      [
        'changed: with a cover letter',
        'open.editing',
        { values: { coverLetter: 'I have taught for four years.' } },
      ],
    ],
  },
  {
    title: '§9 a pasted phone keeps ten digits',
    legs: [
      ...opened,
      ['changed: phone pasted with country code', 'open.editing', { values: { phone: '9876543210' } }],
    ],
  },
  {
    title: 'after a reload the dialog is open again, and the file must be chosen again',
    legs: [
      [
        'draftFound: left open, with a file',
        'open.editing',
        { job: { title: 'Math Tutor' }, values, resume: null, lostResume: 'cv.pdf' },
      ],
      ['submitted: by the button', 'open.editing'],
      ['fileChosen: PDF', 'open.editing', { resume: 'cv.pdf', lostResume: null }],
      ['submitted: by the button', 'closed', nothing],
    ],
  },
  {
    title: 'after a reload a dialog that was closed stays closed, and what was begun is there',
    legs: [
      ['draftFound: closed before', 'closed', { values, lostResume: 'cv.pdf' }],
      ['opened: for Math Tutor', 'open.editing', { values, lostResume: 'cv.pdf' }],
      ['fileChosen: another kind', 'open.refused', { resume: null, lostResume: null }],
    ],
  },
  {
    title: 'after a reload too, what was begun does not appear under another job',
    legs: [
      ['draftFound: closed before', 'closed', { values, lostResume: 'cv.pdf' }],
      ['opened: for Content Writer', 'open.editing', { job: { title: 'Content Writer' }, ...nothing }],
    ],
  },
];
