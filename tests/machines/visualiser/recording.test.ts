import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { blogListFlow } from '../../../machines/blogList/blogList.flow.ts';
import { blogPostFlow } from '../../../machines/blogPost/blogPost.flow.ts';
import { catalogue } from '../../../machines/catalogue.ts';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { faqAccordionFlow } from '../../../machines/faqAccordion/faqAccordion.flow.ts';
import { jobApplicationFlow } from '../../../machines/jobApplication/jobApplication.flow.ts';
import { openingsFlow } from '../../../machines/openings/openings.flow.ts';
import {
  createSimulation,
  type Flow,
  type PersistedSnapshot,
  stateName,
} from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { routeLoadingFlow } from '../../../machines/routeLoading/routeLoading.flow.ts';
import { scholarshipFlow } from '../../../machines/scholarship/scholarship.flow.ts';
import {
  createRecording,
  type ObservedTransition,
  type Recording,
  recordingDivergence,
} from '../../../machines/visualiser/recording.ts';
import { aboutFaq } from '../../../src/content/aboutFaq.ts';
import { postings } from '../../../src/content/postings.ts';
import { posts } from '../../../src/content/posts.ts';
import { toSource } from '../../../src/visualiser/tool/model/index.ts';
import { recordingRun, replayProblem } from '../../../src/visualiser/tool/runs/index.ts';
import {
  MAX_LINK_LENGTH,
  readRecording,
  recordingFromFragment,
  recordingUrl,
  testCodeOf,
} from '../../../src/visualiser/tool/storage/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

const personalValues = {
  name: 'Kiran Bedi',
  email: 'kiran.b@home.in',
  phone: '9000011111',
  message: 'Hi, it is me: 7',
};

/** The transitions of a flow for some events, as a page reports them. */
function recordedEventsOf(flow: Flow, ...events: ObservedTransition['event'][]): ObservedTransition[] {
  const simulation = createSimulation(flow);
  const snapshotNow = (): PersistedSnapshot => {
    const { status, value, context } = simulation.actor.getSnapshot();
    return { status, value, context, children: {} };
  };
  return events.map((event) => {
    const before = snapshotNow();
    simulation.actor.send(event);
    return { before, event, after: snapshotNow() };
  });
}

const recordedContactEvents = (...events: ObservedTransition['event'][]) =>
  recordedEventsOf(contactFlow, ...events);

const sent = { type: 'xstate.done.actor.send', output: {} };
const refused = { type: 'xstate.error.actor.send', error: { error: 'Not for you, Kiran.' } };

describe('a recording', () => {
  test('a recording names the steps that are cases of the flow', () => {
    const validValues = contactCases.events.changed['everything valid'];
    const recording = createRecording(
      contactFlow,
      '/contact',
      recordedContactEvents({ type: 'changed', ...validValues }, { type: 'submitted' }, sent),
    );
    expect(recording).toEqual({
      flow: 'contact',
      path: '/contact',
      start: null,
      steps: [
        { name: 'changed: everything valid', state: 'idle' },
        { name: 'submitted: by the button', state: 'submitting' },
        { name: 'send: accepted', state: 'done' },
      ],
    });
    expect(recordingDivergence(contactFlow, recording)).toBeNull();
  });

  test('a recording masks events that are no case, and can be walked', () => {
    const recording = createRecording(
      contactFlow,
      '/contact',
      recordedContactEvents({ type: 'changed', values: personalValues }, { type: 'submitted' }, refused),
    );
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|home\.in|9000011111|it is me/);
    expect(recording.steps).toMatchObject([
      {
        name: 'changed: name "Xxxxx Xxxx", email "xxxxx.x@xxxx.xx", phone "1111111111", messag…',
        state: 'idle',
      },
      { name: 'submitted: by the button', state: 'submitting' },
      { name: 'send: error "Xxx xxx xxx, Xxxxx."', state: 'failed' },
    ]);
    expect(recordingDivergence(contactFlow, recording)).toBeNull();
  });

  test('a recording that begins later starts from a snapshot whose values are masked', () => {
    const all = recordedContactEvents(
      { type: 'changed', values: personalValues },
      { type: 'submitted' },
      refused,
      {
        type: 'alertDismissed',
      },
    );
    const recording = createRecording(contactFlow, '/contact', all.slice(3));
    expect(recording.start?.value).toBe('failed');
    expect(JSON.stringify(recording)).not.toMatch(/Kiran|home\.in/);
    expect(recordingDivergence(contactFlow, recording)).toBeNull();
  });

  test('a recording has one step for one field’s typing, and a short link', async () => {
    const typed = (field: string, text: string, values: object) =>
      Array.from(text, (_, index) => ({
        type: 'changed',
        values: { ...values, [field]: text.slice(0, index + 1) },
      }));
    const empty = { name: '', email: '', phone: '', message: '' };
    const named = { ...empty, name: 'Kiran Bedi' };
    const long = 'Where is the school? '.repeat(30);
    const events = recordedContactEvents(
      ...typed('name', named.name, empty),
      ...typed('message', long, named),
      ...typed('email', 'kiran.b@home.in', { ...named, message: long }),
      ...typed('name', 'Kiran', { ...named, message: long, email: 'kiran.b@home.in' }).slice(0, 1),
      { type: 'submitted' },
    );
    expect(events.length).toBeGreaterThan(600);
    const recording = createRecording(contactFlow, '/contact', events);
    expect(recording.steps.map(({ name, state }) => [name.replace(/ ".*/, ''), state])).toEqual([
      ...['name', 'message', 'email', 'name'].map((field) => [`changed: ${field}`, 'idle']),
      ['submitted: by the button', 'submitting'],
    ]);
    expect(recordingDivergence(contactFlow, recording)).toBeNull();
    // A replay takes a step for each field, not for each key.
    expect(recordingRun(contactFlow, recording, 'a tab').steps).toHaveLength(recording.steps.length + 1);
    const link = await recordingUrl(recording, 'https://site.example');
    expect(link.length).toBeLessThan(MAX_LINK_LENGTH);
    expect(await recordingFromFragment(new URL(link).hash)).toEqual(recording);
  });

  test('a recording survives a link and a file; any other text is no recording', async () => {
    const recording: Recording = createRecording(
      contactFlow,
      '/contact',
      recordedContactEvents({ type: 'changed', values: { ...personalValues, name: 'Zoë ✓' } }),
    );
    const link = await recordingUrl(recording, 'https://site.example');
    expect(await recordingFromFragment(new URL(link).hash)).toEqual(recording);
    const uncompressed = Buffer.from(JSON.stringify(recording)).toString('base64url');
    expect(await recordingFromFragment(`#recording=${uncompressed}`)).toEqual(recording);
    expect(readRecording(JSON.stringify(recording))).toEqual(recording);
    for (const hash of ['', '#recording=', '#recording=%%%', '#recording=1.', '#recording=1.AAAA', '#other'])
      expect(await recordingFromFragment(hash), hash).toBeNull();
  });

  test.each([
    '//host/',
    '/\\host/',
    '/%5Chost/',
    '/%5chost/',
    '/%2Fhost/',
    '/\t/host/',
    '/a\n',
    'contact',
    'https://host/',
    'javascript:alert(1)',
    '',
  ])('a recording that leads to no page of this site is refused: %j', (path) => {
    const recording: Recording = { flow: 'contact', path, start: null, steps: [] };
    expect(readRecording(JSON.stringify(recording))).toBeNull();
    expect(readRecording(JSON.stringify({ ...recording, path: '/blog/a-post' }))).not.toBeNull();
  });

  test('a recording names the step at which it diverges', () => {
    const recording = createRecording(
      contactFlow,
      '/contact',
      recordedContactEvents({ type: 'changed', values: personalValues }),
    );
    const wrong = { ...recording, steps: recording.steps.map((step) => ({ ...step, state: 'done' })) };
    expect(recordingDivergence(contactFlow, wrong)).toMatch(/led to "idle", not to "done"$/);
  });
});

const careers = { to: '/careers', screen: 'careers' };
const otherPosting = postings.find(({ title }) => title === 'English Instructor');
const [, otherPost] = posts;
const [question] = aboutFaq;
if (!otherPosting || !otherPost || !question) throw new Error('the content has changed');
const pupil = { name: 'Kiran Bedi', phone: '+91 90000-11111', city: 'Kochi' };

/** For each flow with choices, events whose choices are in no case. */
const flowsWithChoices: readonly [
  flow: Flow,
  events: ObservedTransition['event'][],
  choices: string[],
  state: string,
][] = [
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
      { type: 'opened', job: { id: otherPosting.id, title: otherPosting.title } },
      { type: 'changed', values: { ...personalValues, coverLetter: '' } },
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
  [routeLoadingFlow, [{ type: 'navigated', page: careers }], ['/careers'], 'loading.onTime'],
  [faqAccordionFlow, [{ type: 'questionPressed', id: question.id }], [question.id], 'open'],
];

/** The exported tests by the ids of their flows. */
const exported = new Map<string, string>();

describe('what is chosen and not typed stays, so that what was valid stays valid', () => {
  test.each(flowsWithChoices.map((given) => ({ id: given[0].id, given })))(
    'a recording of $id keeps chosen values valid',
    ({ given }) => {
      const [flow, events, choices, state] = given;
      const all = recordedEventsOf(flow, ...events);
      expect(all.slice(-1).map(({ after }) => stateName(after))).toEqual([state]);
      const recording = createRecording(flow, '/somewhere', all);
      for (const text of nonEmpty(choices)) expect(JSON.stringify(recording)).toContain(text);
      expect(JSON.stringify(recording)).not.toMatch(/Kiran|Bedi|home\.in|90000|Kochi|प|र/);
      expect(replayProblem(flow, recording)).toBeNull();
      expect(new Function(`return (${toSource(recording)})`)()).toEqual(recording);
      exported.set(flow.id, testCodeOf(flow, recording));
    },
  );

  test('the exported tests pass the checks of the project as they are', () => {
    const folder = mkdtempSync(join(tmpdir(), 'exported-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const texts = {
      "it's": `"quoted"`,
      'a-b': 'x'.repeat(100),
      list: ['x'.repeat(60), 'y'.repeat(60)],
      none: [],
    };
    exported.set('texts', `export const texts = ${toSource({ ...texts, short: ['a', 'b'], empty: {} })};\n`);
    expect(exported.size).toBe(flowsWithChoices.length + 1);
    for (const [id, code] of exported) writeFileSync(join(folder, `${id}.test.ts`), code);
    const biome = 'node_modules/@biomejs/biome/bin/biome';
    const options = [`--config-path=${process.cwd()}`, '--vcs-enabled=false', '--error-on-warnings'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'check', ...options, folder], {
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
    const oxlint = spawnSync(
      process.execPath,
      ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--no-ignore', '-c', '.oxlintrc.json', folder],
      { encoding: 'utf8' },
    );
    expect(oxlint.status, oxlint.stdout + oxlint.stderr).toBe(0);
  });

  test('every flow that names a choice is tried', () => {
    const named = catalogue.filter(
      ({ choiceFields, fileExtensions }) => choiceFields.length + fileExtensions.length > 0,
    );
    expect(flowsWithChoices.map(([{ id }]) => id).sort()).toEqual(named.map(({ id }) => id).sort());
  });
});
