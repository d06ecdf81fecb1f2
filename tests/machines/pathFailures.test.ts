import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { contactFlow } from '../../machines/contact/contact.flow.ts';
import { explore, plan, walk } from '../../machines/paths/index.ts';
import { pathNames } from '../../machines/visualiser/pathFailures.ts';
import type { Recording } from '../../machines/visualiser/recording.ts';
import { readFailure, readFailureLink } from '../../src/visualiser/tool/failureLinks.ts';
import { failureProblem, failureRun } from '../../src/visualiser/tool/failures.ts';
import { missingCase } from '../../src/visualiser/tool/runSteps.ts';
import { failureLines } from '../runner/summary.ts';
import { clearPathFailures, PathResultKeeper, readPathFailures } from '../support/pathFailures.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';

/** The file of a generated path that fails, and the link that replays it. */

const folder = mkdtempSync(join(tmpdir(), 'failures-'));
afterAll(() => rmSync(folder, { recursive: true }));
const folders = { failures: join(folder, 'failures'), results: join(folder, 'results') };

const graph = explore(contactFlow);
/** A copy of the flow whose machine takes every form as valid. */
const broken = {
  ...contactFlow,
  machine: contactFlow.machine.provide({ guards: { isValid: () => true, isInvalid: () => false } }),
};

test('a path that fails on the bare machine leaves a file and a link, which replays it up to the failed step', async () => {
  const keeper = new PathResultKeeper(broken, 'machines', undefined, folders);
  const [path = []] = plan(graph).paths;
  const walking = walkOrShorten(graph, path, (attempt) => walk(broken, attempt));
  await expect(keeper.keep('path 1, 9 steps', walking)).rejects.toThrow('went wrong');
  keeper.save();

  const [kept] = readPathFailures(folders.failures);
  expect(kept?.file).toBe('contact-machines-path-1.json');
  const failure = kept?.failure;
  if (!failure) throw new Error('no failure is kept');
  const failed = failure.steps.at(-1);
  expect(failure).toMatchObject({ flow: 'contact', level: 'machines', page: '/contact', picture: null });
  expect(failure.actual).not.toBe(failed?.state);
  expect(failure.problem).toContain(failed?.name);

  const [line, link] = await failureLines(folders.failures);
  expect(line).toBe(
    `contact, machines: path 1, 9 steps failed at step ${failure.steps.length} (.cache/failures/contact-machines-path-1.json)`,
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

  clearPathFailures(folders.failures);
  expect(readPathFailures(folders.failures)).toEqual([]);
});

test.each([
  ['of a flow that is gone', { flow: 'gone' }, 'There is no flow "gone".'],
  ['with a case that is gone', {}, 'The flow has no case "gone: by the button" any more: record it again.'],
])('a failure %s cannot be replayed, and says why', (_, changes, problem) => {
  const step = (name: string) => ({ name, state: 'idle' });
  const failure = {
    flow: 'contact',
    level: 'machines' as const,
    path: 'path 1',
    page: '/contact',
    checks: [],
    actual: 'idle',
    problem: 'It went wrong.',
    picture: null,
    steps: [step('changed: everything valid')],
  };
  expect(failureProblem(failure)).toBeNull();
  const steps = [...failure.steps, step('gone: by the button')];
  expect(failureProblem({ ...failure, steps, ...changes })).toBe(problem);
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

test('each path has a name of its own', () => {
  const steps = (...names: string[]) => names.map((name) => ({ name, state: name.toUpperCase() }));
  expect(pathNames([steps('a', 'b'), steps('a', 'c', 'b'), steps('a', 'b'), steps('b', 'a', 'b')])).toEqual([
    'to B, with a',
    'to B, with c',
    'to B',
    'to B (2)',
  ]);
});
