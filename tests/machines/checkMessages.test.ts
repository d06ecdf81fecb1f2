import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { createProjectCopy, guideBlocks } from '../support/commandFixture.ts';
import { loadProblem } from '../support/flowProblems.ts';
import { flowFiles, flowNamesFrom } from '../tools/flowTemplate.ts';

/**
 * The first sentence of `npm run check` about each problem in the flow of docs/writing-a-flow.md: the mistake, its
 * place, and the text to write. All problems are in one copy of the project, each in its own flow.
 */

const MACHINE = 'machines/waitlist/waitlist.machine.ts';
const CASES = 'machines/waitlist/waitlist.cases.ts';
const FLOW = 'machines/waitlist/waitlist.flow.ts';
const JOURNEYS = 'machines/waitlist/waitlist.journeys.ts';
const PROPERTIES = 'machines/waitlist/waitlist.properties.ts';
const DRIVER = 'tests/drivers/waitlist.driver.ts';
const CHECKS = 'machines/waitlist/waitlist.checks.ts';

type Change = readonly [file: string, part: string | RegExp, by: string];

/** A problem: the changes in the flow, or the list from which it is missing, and the expected sentence. */
type FlowProblem = { changes?: readonly Change[]; missingIn?: string; hasNoDriver?: true; says: string };

const without = (file: string, part: string | RegExp) => ({ changes: [[file, part, '']] }) as const;

const withGuard = (guard: string) => ({
  changes: [
    [MACHINE, 'delays:', `guards: { isWelcome: ${guard} },\n  delays:`],
    [MACHINE, "id: 'waitlist',", "id: 'waitlist',\n  context: { tries: 0 },"],
    [MACHINE, "on: { asked: 'asking' }", "on: { asked: { target: 'asking', guard: 'isWelcome' } }"],
  ] as const,
});

const countingAction = (body: string): Change[] => [
  [MACHINE, '{ setup }', '{ assign, setup }'],
  [MACHINE, 'delays:', `actions: { count: assign(({ context }) => { ${body} }) },\n  delays:`],
  [MACHINE, "id: 'waitlist',", "id: 'waitlist',\n  context: { tries: 0 },"],
  [MACHINE, "tags: 'busy',", "tags: 'busy',\n  entry: 'count',"],
];

/** The problems by the names of the flows that have them; `waitlist` stands for that name. */
const problems: Record<string, FlowProblem> = {
  eventWithoutCase: {
    ...without(CASES, "asked: { 'by the button': {} }"),
    says: `waitlist: the event "asked" has no case; write one in ${CASES} under events.asked`,
  },
  actorWithoutOutcome: {
    ...without(CASES, /join: \{.*\} \}(?= \})/),
    says: `waitlist: the actor "join" has no outcome with an output; write one in ${CASES} under outcomes.join`,
  },
  actorThatNeverFails: {
    ...without(CASES, /, 'there is none'.*'\) \}/),
    says: `waitlist: the actor "join" has no outcome with an error; write one in ${CASES} under outcomes.join`,
  },
  actorWithoutOnError: {
    ...without(MACHINE, ", onError: 'failed'"),
    says: `waitlist: the state "waitlist.asking" invokes "join" without onError; write it in ${MACHINE}`,
  },
  actorWithoutTimeout: {
    ...without(MACHINE, "after: { joinTimeout: 'failed' },"),
    says: `waitlist: the state "waitlist.asking" waits for "join" without a timeout; write an \`after\` in ${MACHINE}`,
  },
  stateWithoutDescription: {
    ...without(MACHINE, "description: 'The visitor is on the list.',"),
    says: `waitlist: the state "waitlist.in" has no description; write one in ${MACHINE}`,
  },
  stateThatNothingReaches: {
    changes: [[MACHINE, ' states: {', " states: {\n    lost: { description: 'Nobody comes here.' },"]],
    says: `waitlist: nothing reaches the state "waitlist.lost"; write a transition to it, or remove it, in ${MACHINE}`,
  },
  transitionThatIsNeverTaken: {
    changes: [[MACHINE, "on: { asked: 'asking' }", "on: { asked: ['asking', 'in'] }"]],
    says: `waitlist: the transition "waitlist.out · asked[1]" is never taken: "waitlist.out · asked[0]" is taken first in the one state where it could be; write a case for it in ${CASES}, or remove it from ${MACHINE}`,
  },
  caseThatChangesNothing: {
    changes: [[CASES, 'events: {', "events: { left: { 'by the link': {} },"]],
    says: `waitlist: the case "by the link" of "left" changes nothing; remove it from ${CASES}`,
  },
  guardWithoutName: {
    changes: [[MACHINE, "on: { asked: 'asking' }", "on: { asked: { target: 'asking', guard: () => true } }"]],
    says: `waitlist: the guard of "waitlist.out · asked" has no name; write it in setup({ guards }) in ${MACHINE}`,
  },
  delayThatNoTimerHolds: {
    changes: [[MACHINE, 'joinTimeout: 10_000', 'joinTimeout: 2_592_000_000']],
    says: `waitlist: no timer can hold the 2592000000 ms of the timer "joinTimeout" in "waitlist.asking", so it fires at once; write a shorter one in ${MACHINE}`,
  },
  guardOfChance: {
    ...withGuard('() => Math.random() < 0.5'),
    says: 'waitlist: in "out": the guard "isWelcome" of "waitlist.out · asked" reads Math.random; take the value from the event or the context',
  },
  guardOfTime: {
    ...withGuard('() => Date.now() > 0'),
    says: 'waitlist: in "out": the guard "isWelcome" of "waitlist.out · asked" reads Date; take the value from the event or the context',
  },
  guardThatCounts: {
    ...withGuard('({ context }) => (context.tries += 1) > 1'),
    says: `waitlist: the context is changed in place: Unable to evaluate guard in transition for event 'asked' in state node 'waitlist.out': Cannot assign to read only property 'tries' of object '#<Object>'; change it with assign in an action, in ${MACHINE}`,
  },
  guardThatNeverRefuses: {
    ...withGuard('() => true'),
    says: `waitlist: the guard of "waitlist.out · asked" is never false; write a case for it in ${CASES}, or remove it from ${MACHINE}`,
  },
  actionThatChangesTheContext: {
    changes: countingAction('context.tries += 1; return {};'),
    says: `waitlist: the context is changed in place: Cannot assign to read only property 'tries' of object '#<Object>'; change it with assign in an action, in ${MACHINE}`,
  },
  contextThatExplodes: {
    changes: [
      ...countingAction('return { tries: context.tries + 1 };'),
      [CASES, 'project: () => null', 'project: (context) => context'],
    ],
    says: `waitlist: there is no end of states: tries: explored from 0 to …; beyond it nothing new was seen in 1000 states; project less of it, or use fewer cases, in ${CASES}`,
  },
  propertyThatCannotFail: {
    changes: [
      [
        PROPERTIES,
        'timersLast({ joinTimeout: 10_000 })',
        "always('it is no number', ({ value }) => value !== 7)",
      ],
      [PROPERTIES, 'timersLast }', 'always }'],
    ],
    says: `waitlist: nothing can break the property "always: it is no number"; sharpen or remove it, in the properties of ${FLOW}`,
  },
  conditionThatNeverDecides: {
    changes: [
      [MACHINE, '{ setup }', '{ or, setup, stateIn }'],
      [
        MACHINE,
        'delays:',
        "guards: { isLate: () => false, isWanted: or([stateIn('out'), stateIn('failed'), 'isLate']) },\n  delays:",
      ],
      [
        MACHINE,
        "id: 'waitlist',",
        "id: 'waitlist',\n  on: { asked: { target: '.asking', guard: 'isWanted' } },",
      ],
      [MACHINE, ", on: { asked: 'asking' }", ''],
      [MACHINE, ", on: { asked: 'asking' }", ''],
    ],
    says: `waitlist: the condition "waitlist · asked & isLate" never decides its guard by being true; write a case for it in ${CASES}, or remove it from ${MACHINE}`,
  },
  journeyThatDoesNothing: {
    changes: [[JOURNEYS, '[] = [', "[] = [\n  { title: 'nobody asks', steps: [] },"]],
    says: `waitlist: the journey "nobody asks" takes no transition; write a step that does, or remove it, in ${JOURNEYS}`,
  },
  limitThatIsNeverReached: {
    changes: [[FLOW, 'journeys:', "isPossible: (name) => name !== 'left',\n  journeys:"]],
    says: `waitlist: isPossible excludes no case in any state; remove it from ${FLOW}`,
  },
  caseWithoutDriver: {
    ...without(DRIVER, "asked: ({ user }) => user.press('Ask for a place')"),
    says: `waitlist: the driver does not say how "asked: by the button" is done; write it in ${DRIVER} under events`,
  },
  outcomeWithoutDriver: {
    ...without(DRIVER, /'there is none': .*\n/),
    says: `waitlist: the driver does not say how "join: there is none" is done; write it in ${DRIVER} under outcomes`,
  },
  stateWithoutDriver: {
    ...without(CHECKS, /in: \(\) => .*\n/),
    says: `waitlist: the driver does not say how "in" is seen; write it in ${CHECKS} under states`,
  },
  stateOfWhichNothingIsSeen: {
    changes: [[CHECKS, /in: \(\) => .*\n/, 'in: () => [],\n']],
    says: `waitlist: the driver does not say how "in" is seen; write it in ${CHECKS} under states`,
  },
  stateWithoutFocus: {
    ...without(CHECKS, 'in: unchanged,\n'),
    says: `waitlist: the driver does not say what has the focus in "in"; write it in ${CHECKS} under focus`,
  },
  flowWithoutDriver: {
    hasNoDriver: true,
    says: `waitlist: there is no driver; write ${DRIVER}`,
  },
  flowWithoutSite: {
    missingIn: 'tests/drivers/siteFlows.ts',
    says: 'waitlist: the flow of the site is not listed; write the one of src/flows in tests/drivers/siteFlows.ts',
  },
  flowWithoutListedChecks: {
    missingIn: 'src/flows/checks.ts',
    says: 'waitlist: the checks of the flow are not listed; write waitlistChecks in src/flows/checks.ts',
  },
  flowWithoutEntry: {
    missingIn: 'machines/catalogue.ts',
    says: 'waitlist: the flow is not in the catalogue; write waitlistFlow in machines/catalogue.ts',
  },
  flowOfAnotherName: {
    changes: [['machines/waitlist/waitlist.flow.ts', "id: 'waitlist'", "id: 'waitingList'"]],
    says: 'waitlist: the flow has the id "waitingList"; write "waitlist" in machines/waitlist/waitlist.flow.ts',
  },
};

const copy = createProjectCopy();

function write(file: string, text: string): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Writes the flow of docs/writing-a-flow.md under another name, with changes. */
function writeFlow(id: string, changes: readonly Change[] = []): void {
  const blocks = guideBlocks().filter(([file]) => !file.endsWith('.tsx'));
  const flowFile = Object.entries(flowFiles(flowNamesFrom('waitlist'))).filter(([file]) =>
    file.endsWith('.flow.ts'),
  );
  for (const [file, code] of [...flowFile, ...blocks]) {
    const changed = changes
      .filter(([of]) => of === file)
      .reduce((text, [, part, by]) => {
        const after = text.replace(part, () => by);
        if (after === text) throw new Error(`${file} has no ${part}`);
        return after;
      }, code);
    write(file.replaceAll('waitlist', id), changed.replaceAll('waitlist', id));
  }
}

/** Writes a list of the flows, without the flow that must be missing there. */
function writeList(
  file: string,
  importOf: (id: string) => string,
  list: string,
  entryOf: (id: string) => string,
) {
  const ids = Object.keys(problems).filter((id) => problems[id]?.missingIn !== file);
  write(file, [...ids.map(importOf), list.replace('…', ids.map(entryOf).join())].join('\n'));
}

function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    timeout: 50_000,
  });
  return `${stdout}${stderr}`;
}

/** The first line of the message about each failing flow, and about the documents, by the name of the test. */
function failures(): Record<string, string | undefined> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=machines', 'tests/machines/project'];
  const found = run(...vitest).matchAll(/ FAIL .* > (?:the flow '(.*)'|(.*documents)) .*\nError: (.*)/g);
  return Object.fromEntries([...found].map(([, flow, documents, line]) => [flow ?? documents, line]));
}

for (const file of readdirSync(join(copy, 'machines'), { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.flow.ts')) rmSync(join(copy, 'machines', file));
for (const file of readdirSync(join(copy, 'tests/drivers')))
  if (file.endsWith('.driver.ts')) rmSync(join(copy, 'tests/drivers', file));
for (const [id, { changes, hasNoDriver }] of Object.entries(problems)) {
  writeFlow(id, changes);
  if (hasNoDriver) rmSync(join(copy, `tests/drivers/${id}.driver.ts`));
}
writeList(
  'machines/catalogue.ts',
  (id) => `import { ${id}Flow } from './${id}/${id}.flow.ts';`,
  'export const catalogue = […];',
  (id) => `${id}Flow`,
);
write('machines/allFlows.ts', "export { catalogue as allFlows } from './catalogue.ts';\n");
writeList(
  'src/flows/checks.ts',
  (id) => `import { ${id}Checks } from '../../machines/${id}/${id}.checks.ts';`,
  'export const checks = {…};',
  (id) => `${id}: ${id}Checks`,
);
writeList(
  'tests/drivers/siteFlows.ts',
  (id) => `import { ${id} } from '../../src/flows/${id}.ts';`,
  'export const siteFlows = {…};',
  (id) => id,
);

describe('the flows', () => {
  let messages: ReturnType<typeof failures> = {};
  beforeAll(() => {
    messages = failures();
  }, 60_000);

  test.each(Object.entries(problems))('npm run check says what to write where: %s', (id, { says }) => {
    expect(messages[id]?.replaceAll(id, 'waitlist').replace(/0 to \d+/, '0 to …')).toBe(says);
  });

  test('npm run check names a document that is out of date', () => {
    expect(messages['the generated documents']).toBe(
      'machines/README.md: it is not what the code says; write it with: npm run tools -- docs',
    );
  });
});

test('npm run check names a target that is no state', () => {
  const load = () =>
    setup({}).createMachine({ id: 'waitlist', initial: 'out', states: { out: { on: { asked: 'in' } } } });
  let error: unknown;
  try {
    load();
  } catch (thrown) {
    error = thrown;
  }
  expect(loadProblem('waitlist', MACHINE, error)).toMatchObject({
    message: `waitlist: Invalid transition definition for state node 'waitlist.out': Child state 'in' does not exist on 'waitlist'; write the name of a state that exists, in ${MACHINE}`,
  });
});

/** Checks of a test that cannot fail, and two that can. */
const CANNOT_FAIL = `import { expect } from 'vitest';
declare const list: string[], nonEmpty: <Item>(items: Item[]) => Item[];
expect(list.filter((one) => one === 'a')).toEqual([]);
expect([...list].filter((one) => one === 'a')).toHaveLength(0);
expect(list.every((one) => one === 'a')).toBe(true);
for (const one of list) expect(one).toBe('a');
expect(list);
for (const one of ['a', 'b']) expect(one).toBe('a');
expect(nonEmpty(list).filter((one) => one === 'a')).toEqual([]);
if (list.length > 1) expect(list).toEqual([]);
`;
const EMPTY_LIST = 'An empty list passes: write nonEmpty(list), of tests/support/nonEmpty.ts.';
const EMPTY_LOOP =
  'A loop over an empty list expects nothing: write nonEmpty(list), of tests/support/nonEmpty.ts.';

test('lint refuses an import, a global or a check that a folder may not use', () => {
  const sources = {
    'machines/wrong.ts': "import { now } from '../src/browser/time.ts';\n\nnow(Date);\n",
    'src/wrong.ts': "import '../server/main.ts';\n",
    'server/wrong.ts': "import '../src/main.tsx';\n",
    'tests/wrong.test.ts': CANNOT_FAIL,
  };
  for (const [file, text] of Object.entries(sources)) write(file, text);
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false'];
  const messages = run(...biome, ...Object.keys(sources)).match(
    /^\S+wrong(?:\.test)?\.ts:\d+|(?<=^ {2}[×i] ).*/gm,
  );
  expect(messages?.slice(0, -1)).toEqual([
    'machines/wrong.ts:1',
    'A machine imports from machines/ alone. Declare what it needs as an actor or an action, and provide that in src/flows/.',
    'machines/wrong.ts:3',
    'Do not use the global variable Date.',
    'machines have no clock: take the time from the event or the input',
    'server/wrong.ts:1',
    'The server imports from server/ and machines/ alone. Move what the site needs as well to machines/.',
    'src/wrong.ts:1',
    'The site imports from src/ and machines/ alone. Call the server through src/browser/service.ts; move what both need to machines/.',
    ...[3, 4, 5].flatMap((line) => [`tests/wrong.test.ts:${line}`, EMPTY_LIST]),
    ...['tests/wrong.test.ts:6', EMPTY_LOOP],
    ...['tests/wrong.test.ts:7', 'Nothing is expected: the matcher is missing.'],
    ...['tests/wrong.test.ts:10', 'Unexpected conditional expect() call.'],
    'This expect() is inside a if statement, which means it may not always run.',
    'Consider using test.skip() to conditionally skip the test, or restructure to avoid conditional expectations.',
    expect.stringMatching(/^This rule belongs to the nursery group/),
  ]);
});

test('lint refuses a promise that nobody awaits, and one where none is expected', () => {
  write('server/wrong.ts', "import { rename } from 'node:fs/promises';\n\nrename('a', 'b');\n");
  write('src/wrong.ts', 'setTimeout(async () => {});\n');
  const messages = run('node_modules/oxlint/bin/oxlint', '--format=unix', 'server/wrong.ts', 'src/wrong.ts');
  expect(messages.match(/^s\S+:\d+: .*(?= \[)/gm)?.sort()).toEqual([
    'server/wrong.ts:3:1: Promises must be awaited, add void operator to ignore.',
    'src/wrong.ts:1:21: Promise returned in function argument where a void return was expected.',
  ]);
});
