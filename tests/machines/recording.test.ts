import { describe, expect, test } from 'vitest';
import { blogListFlow } from '../../machines/blogList/blogList.flow.ts';
import { blogPostFlow } from '../../machines/blogPost/blogPost.flow.ts';
import { catalogue } from '../../machines/catalogue.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { faqAccordionFlow } from '../../machines/faqAccordion/faqAccordion.flow.ts';
import { jobApplicationFlow } from '../../machines/jobApplication/jobApplication.flow.ts';
import { openingsFlow } from '../../machines/openings/openings.flow.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import {
  type Happening,
  type RecordedPose,
  type Recording,
  record,
  strays,
} from '../../machines/paths/recording.ts';
import { createStage } from '../../machines/paths/stage.ts';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';
import { routeLoadingFlow } from '../../machines/routeLoading/routeLoading.flow.ts';
import { scholarshipFlow } from '../../machines/scholarship/scholarship.flow.ts';
import { stateName } from '../../machines/stateName.ts';
import { aboutFaq } from '../../src/content/aboutFaq.ts';
import { postings } from '../../src/content/postings.ts';
import { posts } from '../../src/content/posts.ts';
import { placeOf } from '../../src/visualiser/places.ts';
import { linkTo, problemOf, readRecording, recordingIn, testOf } from '../../src/visualiser/recordings.ts';

const own = { name: 'Kiran Bedi', email: 'kiran.b@home.in', phone: '9000011111', message: 'Hi, it is me: 7' };

/** What happens to a flow when events come, as a page tells it. */
function happeningsOf({ machine, input }: Flow, ...events: Happening['event'][]): Happening[] {
  const stage = createStage(machine, input);
  const pose = (): RecordedPose => {
    const { status, value, context } = stage.actor.getSnapshot();
    return { status, value, context, children: {} };
  };
  return events.map((event) => {
    const before = pose();
    stage.actor.send(event);
    return { before, event, after: pose() };
  });
}

const happenings = (...events: Happening['event'][]) => happeningsOf(contactFlow, ...events);

const sent = { type: 'xstate.done.actor.send', output: {} };
const refused = { type: 'xstate.error.actor.send', error: { error: 'Not for you, Kiran.' } };

describe('a recording', () => {
  test('names the steps that are cases of the flow', () => {
    const right = contactCases.events.changed['everything right'];
    const recording = record(
      contactFlow,
      '/contact',
      happenings({ type: 'changed', ...right }, { type: 'submitted' }, sent),
    );
    expect(recording).toEqual({
      flow: 'contact',
      path: '/contact',
      start: null,
      steps: [
        { name: 'changed: everything right', state: 'idle' },
        { name: 'submitted: by the button', state: 'submitting' },
        { name: 'send: taken', state: 'done' },
      ],
    });
    expect(strays(contactFlow, recording)).toBeNull();
  });

  test('keeps what is no case without what was typed, and can still be walked', () => {
    const recording = record(
      contactFlow,
      '/contact',
      happenings({ type: 'changed', values: own }, { type: 'submitted' }, refused),
    );
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|home\.in|9000011111|it is me/);
    expect(recording.steps.map(({ state }) => state)).toEqual(['idle', 'submitting', 'failed']);
    expect(strays(contactFlow, recording)).toBeNull();
  });

  test('that begins later begins in a state whose values are masked', () => {
    const all = happenings({ type: 'changed', values: own }, { type: 'submitted' }, refused, {
      type: 'alertDismissed',
    });
    const recording = record(contactFlow, '/contact', all.slice(3));
    expect(recording.start?.value).toBe('failed');
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|home\.in/);
    expect(strays(contactFlow, recording)).toBeNull();
  });

  test('goes through a link and a file, and nothing else does', () => {
    const recording: Recording = record(
      contactFlow,
      '/contact',
      happenings({ type: 'changed', values: { ...own, name: 'Zoë ✓' } }),
    );
    const link = linkTo(recording, 'https://site.example');
    expect(recordingIn(new URL(link).hash)).toEqual(recording);
    expect(readRecording(JSON.stringify(recording))).toEqual(recording);
    for (const hash of ['', '#recording=', '#recording=%%%', '#other']) expect(recordingIn(hash)).toBeNull();
    expect(readRecording(JSON.stringify({ ...recording, path: '//elsewhere.example' }))).toBeNull();
  });

  test('says where it goes astray', () => {
    const recording = record(contactFlow, '/contact', happenings({ type: 'changed', values: own }));
    const wrong = { ...recording, steps: recording.steps.map((step) => ({ ...step, state: 'done' })) };
    expect(strays(contactFlow, wrong)).toMatch(/led to "idle", not to "done"$/);
  });
});

const careers = { to: '/careers', screen: 'careers' };
const another = postings.find(({ title }) => title === 'English Instructor');
const [, otherPost] = posts;
const [question] = aboutFaq;
if (!another || !otherPost || !question) throw new Error('the content has changed');
const pupil = { name: 'Kiran Bedi', phone: '+91 90000-11111', city: 'Kochi' };

/** What somebody chooses in each flow that has choices, where no case does. */
const chosen: readonly [flow: Flow, events: Happening['event'][], kept: string[], state: string][] = [
  [
    registrationFlow,
    [
      {
        type: 'changed',
        values: {
          ...pupil,
          father: 'Om Bedi',
          mother: 'प्रिया शर्मा',
          grade: '6th',
          course: 'Exam Prep',
          email: 'kiran.b@home.in',
          refrence: '0 90000 22222',
          refrenceSt: '9000033333',
          acceptTerms: true,
        },
      },
      { type: 'submitted' },
    ],
    ['6th', 'Exam Prep'],
    'creatingOrder',
  ],
  [
    scholarshipFlow,
    [
      { type: 'changed', values: { ...pupil, grade: 'Grade 6', course: 'All Subjects' } },
      { type: 'submitted' },
    ],
    ['Grade 6', 'All Subjects'],
    'submitting',
  ],
  [
    jobApplicationFlow,
    [
      { type: 'opened', job: { id: another.id, title: another.title } },
      { type: 'changed', values: { ...own, coverLetter: '' } },
      { type: 'fileChosen', name: 'Kiran_Bedi.exe' },
      { type: 'fileChosen', name: 'Kiran_Bedi.PDF' },
      { type: 'submitted' },
    ],
    ['English Instructor', '.PDF'],
    'closed',
  ],
  [openingsFlow, [{ type: 'categoryChosen', category: 'design' }], ['design'], 'empty'],
  [blogListFlow, [{ type: 'categoryChosen', category: 'study-skills' }], ['study-skills'], 'empty'],
  [blogPostFlow, [{ type: 'slugChanged', slug: otherPost.slug }], [otherPost.slug], 'unknown'],
  [routeLoadingFlow, [{ type: 'navigated', page: careers }], ['/careers'], 'loading.prompt'],
  [faqAccordionFlow, [{ type: 'questionPressed', id: question.id }], [question.id], 'open'],
];

describe('what is chosen and not typed stays, so that what was valid stays valid', () => {
  test.each(chosen.map((given) => ({ id: given[0].id, given })))('in $id', ({ given }) => {
    const [flow, events, kept, state] = given;
    const all = happeningsOf(flow, ...events);
    expect(all.slice(-1).map(({ after }) => stateName(after))).toEqual([state]);
    const recording = record(flow, '/somewhere', all);
    for (const text of kept) expect(JSON.stringify(recording)).toContain(text);
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|Bedi|home\.in|90000|Kochi|प|र/);
    expect(problemOf(flow, recording)).toBeNull();
    expect(testOf(flow, recording)).toContain(JSON.stringify(recording, null, 2));
  });

  test('every flow that names a choice is tried', () => {
    const named = catalogue.filter(({ choices, endings }) => choices.length + endings.length > 0);
    expect(chosen.map(([{ id }]) => id).sort()).toEqual(named.map(({ id }) => id).sort());
  });

  test('every choice is a field of the flow', () => {
    for (const { choices, ...flow } of catalogue) {
      const data = JSON.stringify([flow.input, flow.events, flow.outcomes, flow.journeys]);
      const fields =
        JSON.stringify({
          output: null,
          ...createStage(flow.machine, flow.input).actor.getSnapshot().context,
        }) + data;
      for (const field of choices) expect(fields, flow.id).toContain(`"${field}":`);
    }
  });
});

test('every flow of the site has a page on which the visualiser shows it', () => {
  const without = catalogue.filter(({ id }) => !/^(visualiser|chart)/.test(id) && placeOf(id) === null);
  expect(without.map(({ id }) => `Name the page of "${id}" in src/visualiser/places.ts.`)).toEqual([]);
});
