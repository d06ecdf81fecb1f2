import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { explore, plan, walk } from '../../machines/paths/index.ts';
import type { PathFailure } from '../../machines/visualiser/pathFailures.ts';
import type { Recording } from '../../machines/visualiser/recording.ts';
import { failureProblem, failureRun, missingCase } from '../../src/visualiser/tool/runs/index.ts';
import { readFailure, readFailureLink } from '../../src/visualiser/tool/storage/index.ts';
import { failedFirst } from '../support/flowTests.ts';
import {
  JourneyFailure,
  PathResultKeeper,
  readPathFailures,
  writePathFailure,
} from '../support/pathFailures.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';
import { writtenWalksOf } from '../support/writtenPlans.ts';
import { failureLines } from '../tools/runner/summary.ts';

/** The file of a failed generated path, and the link that replays it. */

const folder = mkdtempSync(join(tmpdir(), 'failures-'));
afterAll(() => rmSync(folder, { recursive: true }));
const folders = { failures: join(folder, 'failures'), results: join(folder, 'results') };

const graph = explore(contactFlow);
/** A copy of the flow whose machine takes every form as valid. */
const broken = {
  ...contactFlow,
  machine: contactFlow.machine.provide({ guards: { isValid: () => true, isInvalid: () => false } }),
};

const failureWith = (...names: string[]): PathFailure => ({
  flow: 'contact',
  level: 'machines',
  path: 'path 1',
  page: '/contact',
  checks: [],
  actual: 'idle',
  problem: 'It went wrong.',
  picture: null,
  steps: names.map((name) => ({ name, state: 'idle' })),
});

test('a failed path leaves a file and a link that replays it, until it passes', async () => {
  const keeper = new PathResultKeeper(broken, 'machines', undefined, folders);
  const [path = []] = plan(graph).paths;
  const walking = walkOrShorten(
    () => graph,
    path,
    (attempt) => walk(broken, attempt),
  );
  await expect(keeper.keep('path 1, 9 steps', walking)).rejects.toThrow('went wrong');
  keeper.save();

  const [kept] = readPathFailures(folders.failures);
  expect(kept?.file).toBe('contact-machines-path-1-9-steps.json');
  const failure = kept?.failure;
  if (!failure) throw new Error('no failure is kept');
  const failed = failure.steps.at(-1);
  expect(failure).toMatchObject({ flow: 'contact', level: 'machines', page: '/contact', picture: null });
  expect(failure.actual).not.toBe(failed?.state);
  expect(failure.problem).toContain(failed?.name);

  const [line, link] = await failureLines(folders.failures);
  expect(line).toBe(
    `contact, machines: path 1, 9 steps failed at step ${failure.steps.length} (.cache/failures/contact-machines-path-1-9-steps.json)`,
  );
  expect(link).toMatch(/^ {2}http:\/\/localhost:3000\/visualiser\/contact#failure=1\.[\w-]+$/);
  expect(await readFailureLink(new URL(link?.trim() ?? '').hash)).toEqual(failure);
  const { steps } = failureRun(failure, 'a tab');
  expect(steps.map(({ name, state }) => [name, state]).slice(1)).toEqual(
    failure.steps.map(({ name, state }) => [name, state]),
  );

  expect(readFailure(JSON.stringify(failure))).toEqual(failure);
  for (const page of ['//host/', '/\\\\host/', 'javascript:alert(1)'])
    expect(readFailure(JSON.stringify({ ...failure, page })), page).toBeNull();

  await keeper.keep('path 1, 9 steps', walk(contactFlow, path));
  expect(readPathFailures(folders.failures)).toEqual([]);
});

test('failed paths run first, and a path that became impossible is dropped', () => {
  const own = join(folder, 'first');
  const paths = writtenWalksOf(contactFlow);
  const planned = paths.at(-1);
  if (!planned) throw new Error('there is no path');
  const keepFailed = (path: string, ...names: string[]) =>
    writePathFailure({ ...failureWith(...names), path }, own);
  keepFailed(planned.title, ...planned.names.slice(0, 2));
  keepFailed('path 7, 2 steps', 'changed: everything valid', 'submitted: by the button');
  keepFailed('random walk 1', 'changed: everything valid', 'gone: by the button');
  const [passed, journey] = ['nothing is sent', 'a message is sent'].map((title) => ({
    title,
    run: async () => null,
  }));
  if (!passed || !journey) throw new Error('there is no journey');
  keepFailed(journey.title);

  const tests = [passed, ...paths, journey];
  const namesIn = (list: ReturnType<typeof failedFirst>) =>
    list.map((each) => ('path' in each ? [each.title, each.names] : each));
  const order = failedFirst({ level: 'machines', flow: contactFlow }, tests, own);
  const dropped = {
    title: 'random walk 1, saved',
    dropped: 'its steps cannot happen any more: changed: everything valid → gone: by the button',
  };
  const saved = ['changed: everything valid', 'submitted: by the button'];
  const walkedAgain = { title: 'path 7, 2 steps, saved', names: saved, path: expect.any(Function) };
  const others = tests.filter((each) => each !== planned && each !== journey);
  expect(order).toEqual([walkedAgain, dropped, planned, journey, ...others]);
  expect(namesIn(failedFirst({ level: 'machines', flow: contactFlow }, tests, own))).toEqual(
    namesIn(order.filter((each) => !('dropped' in each))),
  );
});

test('a failing journey is kept until it passes, without typed values', async () => {
  const keeper = new PathResultKeeper(contactFlow, 'machines', undefined, folders);
  const { name } = contactCases.events.changed['everything valid'].values;
  const steps = [{ name: 'changed: everything valid', state: 'failed' }];
  const failing = Promise.reject(new JourneyFailure(steps, 'idle', `the name is ${name}`));
  await expect(keeper.keepFailure('§4 a message, sent', failing)).rejects.toThrow(name);
  const [kept] = readPathFailures(folders.failures);
  expect(kept?.file).toBe('contact-machines--4-a-message-sent.json');
  expect(kept?.failure).toMatchObject({ steps, actual: 'idle', problem: expect.not.stringContaining(name) });
  await keeper.keepFailure('§4 a message, sent', Promise.resolve());
  expect(readPathFailures(folders.failures)).toEqual([]);
});

test.each([
  ['of a flow that is gone', { flow: 'gone' }, 'There is no flow "gone".'],
  ['with a case that is gone', {}, 'The flow has no case "gone: by the button" any more: record it again.'],
])('a failure %s cannot be replayed, and says why', (_, changes, problem) => {
  expect(failureProblem(failureWith('changed: everything valid'))).toBeNull();
  const failure = failureWith('changed: everything valid', 'gone: by the button');
  expect(failureProblem({ ...failure, ...changes })).toBe(problem);
});

test('a recording of an event that is gone cannot be replayed, and says why', () => {
  const recordingWith = (type: string): Recording => ({
    flow: 'contact',
    path: '/contact',
    start: null,
    steps: [{ name: type, event: { type }, state: 'idle' }],
  });
  expect(missingCase(contactFlow, recordingWith('changed'))).toBeNull();
  expect(missingCase(contactFlow, recordingWith('gone'))).toBe(
    'The flow has no event "gone" any more: record it again.',
  );
});
