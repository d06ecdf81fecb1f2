import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { visualiserMachine } from '../../../machines/visualiser/visualiser/visualiser.machine.ts';
import type { Linked } from '../../../machines/visualiser/visualiser/visualiser.types.ts';
import { visualiserEnvironmentCases } from '../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.cases.ts';
import { visualiserEnvironmentMachine } from '../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.machine.ts';
import { visualiserLinkCases } from '../../../machines/visualiser/visualiserLink/visualiserLink.cases.ts';
import type { LinkEvent } from '../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { visualiserRecorderCases } from '../../../machines/visualiser/visualiserRecorder/visualiserRecorder.cases.ts';
import { visualiserRunCases } from '../../../machines/visualiser/visualiserRun/visualiserRun.cases.ts';
import { visualiserRunMachine } from '../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type {
  Findings,
  Reached,
  Run,
  Target,
} from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { withSharedParts } from '../../../machines/visualiser/withSharedParts.ts';

const { present, observed } = visualiserLinkCases.events;
const page: LinkEvent = { type: 'present', ...present['a page'] };
const loadedAgain: LinkEvent = { type: 'present', ...present['the page, loaded again'] };
const otherPage: LinkEvent = { type: 'present', ...present['another page'] };
const toggled: LinkEvent = { type: 'observed', ...observed['by the page'] };
const toggledElsewhere: LinkEvent = {
  type: 'observed',
  ...observed['by another page'],
  entries: observed['by the page'].entries,
};
const { 'for the contact form': answerAdded } = visualiserEnvironmentCases.events.answerAdded;
const { recording } = visualiserRecorderCases.events.recordingOpened['from a link'];
const run: Run = { ...visualiserRunCases.events.started['a path of two steps'].run, skipsPauses: true };
const runTo = (title: string): Run => ({ ...run, title, steps: run.steps.slice(0, 1), message: title });

/** Starts a visualiser on which each step of a run waits for `endStep`, with the content of the address. */
async function startVisualiser(contained: Partial<Linked> = {}) {
  const steps: ((state: string) => void)[] = [];
  const onPages: string[] = [];
  const paused: string[] = [];
  const machine = visualiserMachine.provide({
    actions: { pausePage: ({ event }) => event.type === 'stopReached' && paused.push(event.stop.flow) },
    actors: {
      pages: fromCallback(() => {}),
      readAddress: fromPromise(async ({ input: { hash } }) => ({
        failure: null,
        recording: null,
        problem: null,
        ...(hash === '#cut' ? { problem: 'It was cut off.' } : contained),
      })),
      run: visualiserRunMachine.provide({
        actors: {
          findTarget: fromPromise(
            async (): Promise<Target> => ({ page: 'load', session: 'x:1', actor: null }),
          ),
          sendStep: fromPromise(async (): Promise<Reached> => {
            const value = await new Promise<string>((resolve) => steps.push(resolve));
            return {
              page: 'load',
              entry: 1,
              snapshot: { status: 'active', value, context: {}, children: {} },
            };
          }),
          checkPage: fromPromise(async (): Promise<Findings> => ({ results: [], focused: '' })),
        },
      }),
      environment: visualiserEnvironmentMachine.provide({
        actors: {
          setOnPage: fromPromise(async ({ input: { tab, settings } }) => {
            onPages.push(`${settings.network} in ${tab}`);
          }),
        },
      }),
    },
  });
  const input = { hash: '', coverage: {}, seen: [], view: {}, isPageInTab: false, kept: null };
  const actor = createActor(machine, { input }).start();
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  await settle();
  return {
    onPages,
    paused,
    settle,
    send: actor.send,
    part: () => actor.getSnapshot().children,
    report: async (report: LinkEvent, shown: readonly string[] = []) => {
      actor.send({ type: 'reported', report, shown });
      await settle();
    },
    request: (...runs: Run[]) => actor.send({ type: 'runsRequested', runs }),
    endStep: async (state: string) => {
      await settle();
      steps.shift()?.(state);
      await settle();
    },
    runTitle: () => actor.getSnapshot().children.visualiserRun?.getSnapshot().context.run?.title,
    messages: () => actor.getSnapshot().children.visualiserMessages?.getSnapshot().context,
    recorder: () => actor.getSnapshot().children.visualiserRecorder?.getSnapshot(),
    openProblem: () => actor.getSnapshot().context.openProblem,
    state: () => actor.getSnapshot().value,
  };
}

test('queued runs follow each other, and messages learn which led to theirs', async () => {
  const visualiser = await startVisualiser();
  visualiser.request(runTo('one'), runTo('two'));
  await visualiser.endStep('shown');
  expect(visualiser.runTitle()).toBe('two');
  await visualiser.endStep('hidden');
  expect(visualiser.state()).toMatchObject({ runs: 'idle' });
  expect(visualiser.messages()).toEqual({
    seen: ['one'],
    failures: { two: 'led to "hidden", not to "shown".' },
  });
});

test.each(['runsStopped', 'navigated'] as const)('%s ends the queue after the present run', async (type) => {
  const visualiser = await startVisualiser();
  visualiser.request(runTo('one'), runTo('two'));
  visualiser.send({ type });
  await visualiser.endStep('shown');
  expect(visualiser.runTitle()).toBe('one');
  expect(visualiser.state()).toMatchObject({ runs: 'idle' });
});

test('a queue of paths goes on where QA goes to another page of the visualiser', async () => {
  const visualiser = await startVisualiser();
  visualiser.request({ ...run, steps: run.steps.slice(0, 1) }, { ...run, title: 'the next path' });
  visualiser.send({ type: 'navigated' });
  await visualiser.endStep('shown');
  expect(visualiser.runTitle()).toBe('the next path');
});

test('a run that is dismissed ends the queue', async () => {
  const visualiser = await startVisualiser();
  visualiser.request(run, runTo('two'));
  visualiser.part().visualiserRun?.send({ type: 'pauseRequested' });
  await visualiser.endStep('shown');
  visualiser.send({ type: 'runDismissed' });
  expect(visualiser.state()).toMatchObject({ runs: 'idle' });
  visualiser.request(runTo('three'));
  expect(visualiser.runTitle()).toBe('three');
});

test('the recorder learns the transitions of the followed page', async () => {
  const visualiser = await startVisualiser();
  await visualiser.report(page);
  await visualiser.report(toggled);
  visualiser
    .part()
    .visualiserRecorder?.send({ type: 'recordingStarted', flow: 'scholarshipTerms', path: '/knowmore' });
  await visualiser.report(toggledElsewhere);
  expect(visualiser.recorder()?.context.observedTransitions).toHaveLength(0);
  await visualiser.report(toggled);
  expect(visualiser.recorder()?.context.observedTransitions).toHaveLength(1);
  await visualiser.report(otherPage);
  expect(visualiser.recorder()?.value).toBe('recording');
  await visualiser.report(loadedAgain);
  expect(visualiser.recorder()?.value).toBe('recorded');
});

test.each([
  { id: 'scholarshipTerms.shown', state: 'shown' },
  { id: 'scholarshipTerms.hidden · toggled', state: null },
])('the page and its run are stopped where $id is reached, once', async (reached) => {
  const visualiser = await startVisualiser();
  await visualiser.report(page);
  visualiser.request(run);
  visualiser.send({ type: 'stopChosen', stop: { flow: 'contact', ...reached } });
  await visualiser.report(toggled);
  expect(visualiser.paused, 'another flow').toEqual([]);
  visualiser.send({ type: 'stopChosen', stop: { flow: 'scholarshipTerms', ...reached } });
  await visualiser.report(otherPage);
  await visualiser.report(toggledElsewhere);
  expect(visualiser.paused, 'another page').toEqual([]);
  await visualiser.report(toggled);
  await visualiser.report(toggled);
  expect(visualiser.paused).toEqual(['scholarshipTerms']);
  expect(visualiser.part().visualiserRun?.getSnapshot().context.isPauseRequested).toBe(true);
});

test('messages that a page shows are ticked', async () => {
  const visualiser = await startVisualiser();
  await visualiser.report(toggled, ['one']);
  expect(visualiser.messages()?.seen).toEqual(['one']);
});

test('the environment is set on the page of each tab that is followed', async () => {
  const visualiser = await startVisualiser();
  visualiser.part().visualiserEnvironment?.send({ type: 'set', settings: { network: 'slow' } });
  visualiser.part().visualiserEnvironment?.send({ type: 'answerAdded', ...answerAdded });
  await visualiser.report(page);
  await visualiser.report(loadedAgain);
  expect(visualiser.onPages.at(-1)).toBe('slow in one tab');
  await visualiser.report({ ...toggled, page: present['the page, loaded again'].page, answersLeft: [0] });
  expect(visualiser.part().visualiserEnvironment?.getSnapshot().context.left).toEqual([0]);
});

test('an address that is put in place of another one is read as well', async () => {
  const visualiser = await startVisualiser({ recording });
  visualiser.send({ type: 'addressChanged', hash: '#cut' });
  await visualiser.settle();
  expect(visualiser.openProblem()).toBe('It was cut off.');
  visualiser.send({ type: 'addressChanged', hash: '' });
  await visualiser.settle();
  expect(visualiser.openProblem()).toBeNull();
});

test('the failure or the recording of the address is opened', async () => {
  expect((await startVisualiser({ failure: run })).runTitle()).toBe(run.title);
  expect((await startVisualiser({ recording })).recorder()?.context.opened).toEqual(recording);
});

test('the timeline holds what it has room for, and the pinned entries', async () => {
  const visualiser = await startVisualiser();
  await visualiser.report(page);
  visualiser.part().visualiserLink?.send({ type: 'entryShown', number: 0 });
  visualiser.part().visualiserLink?.send({ type: 'pinToggled' });
  const [entry] = observed['by the page'].entries;
  if (!entry) throw new Error('the page reports an entry');
  for (let number = 1; number <= 30; number += 1)
    visualiser.send({
      type: 'reported',
      shown: [],
      report: {
        ...toggled,
        observations: [],
        entries: [{ ...entry, number, size: 1_000_000 }],
      },
    });
  const { timeline = [] } = visualiser.part().visualiserLink?.getSnapshot().context ?? {};
  expect(timeline.map(({ number }) => number)).toEqual([
    0,
    ...Array.from({ length: 20 }, (_, index) => index + 11),
  ]);
});

test('a snapshot shares what did not change with the one before, and counts the rest', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `row ${id}` }));
  const before = { value: 'idle', context: { rows, text: 'a' } };
  const after = structuredClone({ ...before, context: { ...before.context, text: 'b'.repeat(500) } });
  const { value, size } = withSharedParts(after, before);
  expect(value).toEqual({ value: 'idle', context: { rows, text: 'b'.repeat(500) } });
  expect(value.context.rows).toBe(rows);
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(700);
  expect(withSharedParts(structuredClone(before), before)).toEqual({ value: before, size: 0 });
});
