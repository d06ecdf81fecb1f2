import type { Journey } from '../paths/index.ts';
import { jobApplicationCases } from './jobApplication.cases.ts';
import { emptyValues } from './jobApplication.rules.ts';

const values = jobApplicationCases.events.changed['everything required'].values;
const nothing = { values: emptyValues, resume: null, resumeBeforeReload: null };

const opened = [['opened: for Math Tutor', 'open.idle', { job: { title: 'Math Tutor' } }]] as const;
const filled = [...opened, ['changed: everything required', 'open.idle', { values }]] as const;
const complete = [...filled, ['fileChosen: PDF', 'open.idle', { resume: 'cv.pdf' }]] as const;

/** Scenarios of the application dialog, from the specification. Spec §4, Application modal; §5, Job application; §9. */
export const jobApplicationJourneys: readonly Journey<typeof jobApplicationCases>[] = [
  {
    title: '§4 an application closes the dialog, and the form is empty again',
    steps: [
      ...complete,
      ['submitted: by the button', 'closed', nothing],
      ['opened: for Content Writer', 'open.idle', { job: { title: 'Content Writer' }, ...nothing }],
    ],
  },
  {
    title: '§4 the dialog closes on its button and on Escape, and its draft stays',
    steps: [
      ...complete,
      ['closed: by its close button', 'closed', { values, resume: 'cv.pdf' }],
      ['opened: for Math Tutor', 'open.idle', { job: { id: 1 }, values, resume: 'cv.pdf' }],
      ['cancelled: by Escape', 'closed', { values, resume: 'cv.pdf' }],
    ],
  },
  {
    title: 'the draft for one job does not appear under another job, nor again under the first',
    steps: [
      ...complete,
      ['cancelled: by Escape', 'closed', { values, resume: 'cv.pdf' }],
      ['opened: for Content Writer', 'open.idle', { job: { title: 'Content Writer' }, ...nothing }],
      ['closed: by its close button', 'closed', nothing],
      ['opened: for Math Tutor', 'open.idle', { job: { title: 'Math Tutor' }, ...nothing }],
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
    title: `§5 ${wrong}: the application is not accepted`,
    steps: [
      ...complete,
      [`changed: ${wrong}`, 'open.idle'],
      ['submitted: by the button', 'open.idle', { resume: 'cv.pdf' }],
    ] as const,
  })),
  {
    title: '§5 an application without a resume is not accepted',
    steps: [
      ...filled,
      ['submitted: by the button', 'open.idle', { values }],
      ['fileChosen: DOC', 'open.idle', { resume: 'cv.doc' }],
      ['fileRemoved: by choosing none', 'open.idle', { resume: null }],
      ['submitted: by the button', 'open.idle', { values }],
    ],
  },
  {
    title: '§5 only .pdf, .doc and .docx are accepted, in capitals too',
    steps: [
      ...complete,
      ['fileChosen: another kind', 'open.fileRefused', { resume: null }],
      ['submitted: by the button', 'open.fileRefused', { values }],
      ['fileChosen: DOCX', 'open.idle', { resume: 'CV.DOCX' }],
      ['submitted: by the button', 'closed', nothing],
    ],
  },
  {
    title: '§5 the cover letter is optional and stays in the draft',
    steps: [
      ...opened,
      [
        'changed: with a cover letter',
        'open.idle',
        { values: { coverLetter: 'I have taught for four years.' } },
      ],
    ],
  },
  {
    title: '§9 a pasted phone keeps ten digits',
    steps: [
      ...opened,
      ['changed: phone pasted with country code', 'open.idle', { values: { phone: '9876543210' } }],
    ],
  },
  {
    title: 'after a reload the dialog is open again, and the file must be chosen again',
    steps: [
      [
        'draftFound: left open, with a file',
        'open.idle',
        { job: { title: 'Math Tutor' }, values, resume: null, resumeBeforeReload: 'cv.pdf' },
      ],
      ['submitted: by the button', 'open.idle'],
      ['fileChosen: PDF', 'open.idle', { resume: 'cv.pdf', resumeBeforeReload: null }],
      ['submitted: by the button', 'closed', nothing],
    ],
  },
  {
    title: 'after a reload a dialog that was closed stays closed, and its draft is restored',
    steps: [
      ['draftFound: closed before', 'closed', { values, resumeBeforeReload: 'cv.pdf' }],
      ['opened: for Math Tutor', 'open.idle', { values, resumeBeforeReload: 'cv.pdf' }],
      ['fileChosen: another kind', 'open.fileRefused', { resume: null, resumeBeforeReload: null }],
    ],
  },
  {
    title: 'a draft does not appear under another job after a reload',
    steps: [
      ['draftFound: closed before', 'closed', { values, resumeBeforeReload: 'cv.pdf' }],
      ['opened: for Content Writer', 'open.idle', { job: { title: 'Content Writer' }, ...nothing }],
    ],
  },
];
