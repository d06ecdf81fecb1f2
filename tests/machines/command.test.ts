import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';
import { criteria } from '../../machines/paths/index.ts';
import { mutate } from '../commands/mutate.ts';
import { paths as printPaths } from '../commands/paths.ts';
import { runCommandInProcess } from '../support/runCommandInProcess.ts';
import { nodeArgumentsOf } from '../support/serverPrograms.ts';

/** The commands as a developer, QA or an operator calls them. */

const root = fileURLToPath(new URL('../..', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
  });
  return { status, out: stdout.trim(), error: stderr.trim() };
}

const command = (name: string, ...args: string[]) =>
  run('--import', 'tsx', `tests/commands/${name}.ts`, ...args);

const paths = (...args: string[]) => runCommandInProcess(printPaths, ...args);

describe('npm run paths', () => {
  test('alone prints every flow with its figures and its coverage', () => {
    const [head = '', ...lines] = command('paths').out.split('\n');
    expect(head.split(/\s+/)).toEqual(
      'flow states transitions tests steps ms plan machines screens browser'.split(' '),
    );
    expect(lines.slice(0, catalogue.length).map((line) => line.split(' ')[0])).toEqual(
      catalogue.map(({ id }) => id),
    );
  });

  test.each([
    ['text', /Test 1 \(\d+ steps\)\n {2}Given the form waits for the visitor \[editing\.idle\]\n {2}When /],
    ['markdown', /^## Student registration\n\n### Test 1/],
    ['mermaid', /^flowchart TD\n {2}subgraph "Test 1/],
  ])('prints the tests of a flow as %s', (format, expected) => {
    expect(paths('registration', '--criterion', 'pairs', '--format', format).out).toMatch(expected);
  });

  test('prints the tests of a flow as json', () => {
    const plan = JSON.parse(paths('registration', '--format', 'json').out);
    expect(plan).toMatchObject({ machine: 'registration', unreachable: [] });
    const steps: unknown[] = plan.tests.flatMap((test: { steps: unknown[] }) => test.steps);
    expect(steps).toContainEqual(
      expect.objectContaining({
        name: 'loadCheckout: loaded',
        after: { value: { paying: 'open' }, status: 'active' },
      }),
    );
  });

  test('prints the goals, tests and steps of each criterion', () => {
    const { out } = paths('newsletter');
    const [, table = ''] = out.split(/\nCriterion +goals +tests +steps\n/);
    expect(table.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
      ...criteria.slice(0, criteria.indexOf('n-switch')),
      '2-switch',
      'requirements',
    ]);
    expect(table).toMatch(/^transitions +7 +1 +7$/m);
    expect(paths('newsletter', '--criterion', 'transitions').out).not.toContain('Criterion');
  });

  test('says of a criterion with too many goals how many are too many', () => {
    expect(paths('curriculum').out).toMatch(/^round-trips +there are more than 1000 round trips$/m);
  });

  test('prints the sequences of one more transition than --switch', () => {
    expect(paths('newsletter', '--switch', '0', '--format', 'json').out).toBe(
      paths('newsletter', '--criterion', 'transitions', '--format', 'json').out,
    );
    const { out } = paths('newsletter', '--switch', '3', '--format', 'json');
    const { tests } = JSON.parse(out);
    expect(tests.flatMap((test: { steps: unknown[] }) => test.steps).length).toBeGreaterThan(60);
  });

  test('prints which requirements each test covers, and those that none can', () => {
    const { out } = paths('registration', '--criterion', 'requirements');
    expect(out).toMatch(/^Requirements of every test\n {2}always: no step ends in the error status$/m);
    expect(out).toMatch(/^Requirements of test 1\n {2}/m);
    expect(out).toContain('  §4 details, order, payment, registration');
    expect(out).toMatch(/^Requirements that no plan covers: .*\n {2}§8 paid but not registered/m);
  });

  test('spends a budget, and prints what is left out', () => {
    const { out } = paths('contact', '--budget', '12');
    expect(out).toContain('(12 steps)');
    expect(out).toMatch(
      /^Left out: 0 of 5 states, \d+ of 19 transitions, .* cases \(--left-out lists them\)$/m,
    );
    expect(out).not.toContain('  cases: ');
    expect(paths('contact', '--budget', '12', '--left-out').out).toContain(
      '  cases: draftFound: a name saved\n',
    );
    expect(paths('contact', '--budget', '1000').out).toMatch(/^Left out: 0 of 5 .* 0 of 19 cases$/m);
  });

  test('prints the shortest path to a state', () => {
    const { out } = paths('registration', '--to', 'paying.open');
    expect(out.match(/When/g)).toHaveLength(4);
    expect(out.endsWith('[paying.open]')).toBe(true);
  });

  test('prints a path without a draft of an earlier visit, where there is one', () => {
    const { out } = paths('registration', '--to', 'registered');
    expect(out).not.toContain('draft found');
    expect(out).toContain('then the student is registered [registered]');
    expect(paths('registration', '--to', 'editing.interrupted').out).toContain(
      'When draft found, an order saved',
    );
  });

  test('prints coverage item by item', () => {
    const [coverage] = JSON.parse(paths('contact', '--coverage', '--format', 'json').out);
    expect(coverage.items).toContainEqual(
      expect.objectContaining({ kind: 'transition', id: 'contact.idle · submitted[1]', status: 'covered' }),
    );
    expect(paths('contact', '--coverage', '--format', 'markdown').out).toMatch(/^### contact\n/);
  });

  test('walks at random, the same way for the same seed', () => {
    const args = ['registration', '--seed', '7', '--walks', '50'];
    const walked = paths(...args).out;
    expect(walked).toMatch(/^registration: 50 walks, \d+ steps, seed 7: every property holds$/);
    expect(command('paths', ...args).out).toBe(walked);
  });

  test.each([
    [['nowhere'], /^Unknown flow "nowhere"; there are: registration, /],
    [['--colour', 'red'], /^Unknown option "--colour"; there are: --criterion, --switch, /],
    [['registration', '--walks'], /^--walks takes a whole number\.$/],
    [['registration', '--walks', '-1'], /^--walks takes a whole number, not "-1"\.$/],
    [['--format'], /^--format takes one of: text, markdown, json, mermaid\.$/],
    [['--coverage=all'], /^--coverage takes nothing\.$/],
    [['--to', 'registered'], /^--to wants one flow: npm run paths -- registration --to registered$/],
    [['contact', 'callBack', '--to', 'done'], /^--to wants one flow: /],
    [['registration', '--criterion', 'all'], /^Unknown criterion "all"; there are: states, transitions, /],
    [
      ['registration', '--format', 'pdf'],
      /^Unknown format "pdf"; there are: text, markdown, json, mermaid\.$/,
    ],
    [['registration', '--to', 'heaven'], /^"heaven" is no state or transition .*: editing\.idle, /],
    [['contact', '--budget', 'all'], /^--budget takes a whole number, not "all"\.$/],
    [['contact', '--switch', '1', '--criterion', 'pairs'], /^--switch goes with --criterion n-switch, /],
    [['contact', '--left-out'], /^--left-out goes with --budget: /],
    [['curriculum', '--criterion', 'round-trips'], /^curriculum: there are more than 1000 round trips\.$/],
    [['registration', '--switch', '5'], /^registration: there are more than 5000 goals\.$/],
    [['--seed', 'seven'], /^--seed takes a whole number, not "seven"\.$/],
  ])('refuses %j in one line', (args, expected) => {
    const { status, error } = paths(...args);
    expect(status).toBe(2);
    expect(error).toMatch(expected);
    expect(error).not.toContain('\n');
  });

  test('exits with status 2 after a usage error', () => {
    const { status, error } = command('paths', 'nowhere');
    expect(status).toBe(2);
    expect(error).toBe(paths('nowhere').error);
  });
});

describe('npm run mutate', () => {
  test('mutates the machines of the flows that are named', () => {
    const { status, out } = command('mutate', 'mobileMenu', 'scholarshipTerms');
    expect(status).toBe(0);
    expect(out.match(/\w+(?=: \d+ mutants, 0 survive)/g)?.sort()).toEqual(['mobileMenu', 'scholarshipTerms']);
  });

  test.each([
    [['nowhere'], /^Unknown flow "nowhere"; there are: registration, /],
    [['contact', '--since', 'nowhere'], /^git knows no commit "nowhere"\.$/],
    [['--flow', 'contact'], /^The options are --changed and --since; name flows, or none for every flow\.$/],
    [['machines/phone.ts'], /^Unknown flow "machines\/phone\.ts"; there are: /],
  ])('refuses %j in one line', (args, expected) => {
    const { status, error } = runCommandInProcess(mutate, ...args);
    expect(status).toBe(2);
    expect(error).toMatch(expected);
    expect(error).not.toContain('\n');
  });
});

describe('npm test', () => {
  test.each([
    [
      ['contcat'],
      /^"contcat" is no flow, no test file and no part of a test's title; the nearest names are: contact, /,
    ],
    [['--since', 'nowhere'], /^git knows no commit "nowhere"\.$/],
  ])('refuses %j in one line', (args, expected) => {
    const { status, error } = command('../run', ...args);
    expect(status).toBe(2);
    expect(error).toMatch(expected);
    expect(error).not.toContain('\n');
  });
});

describe('npm run submissions', () => {
  test.each([
    [
      ['--kind', 'letter'],
      '"letter" is no kind of submission; there are: registration, contact, inquiry, application.',
    ],
    [['--kind'], '--kind lacks its value.'],
    [['--erase', 'Asha'], '"Asha" is neither an email address nor a phone number.'],
    [
      ['--erase', 'a@b.c', '--kind', 'contact'],
      '--erase goes with no other option: it erases all that names the person.',
    ],
    [
      ['--erase-older-than', 'soon'],
      '--erase-older-than takes a number of days from 0 to 99999, not "soon".',
    ],
    [['--erase-older-than', '-1'], '--erase-older-than takes a number of days from 0 to 99999, not "-1".'],
    [['--all'], 'There is no option "--all".'],
    [['contact'], '"contact" belongs to no option.'],
  ])('says of %j which value is wrong, then what there is', async (args, sentence) => {
    const { status, error } = run(...(await nodeArgumentsOf('submissions')), ...args);
    expect(status).toBe(2);
    expect(error).toBe(
      [
        sentence,
        'Options: --kind registration|contact|inquiry|application',
        '  --since <day or time> (2026-11-01 begins at midnight in India; a time has its zone: 2026-11-01T09:30Z)',
        '  --paid or --pending (registrations with that payment status)',
        '  --format json|csv (JSON lines unless given)',
        '  --erase <email or phone>',
        '  --erase-older-than <days> (with --kind, of that kind)',
      ].join('\n'),
    );
  });
});
