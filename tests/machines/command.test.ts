import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../machines/catalogue.ts';

/** `npm run paths`, as a developer or QA calls it. */

const root = fileURLToPath(new URL('../..', import.meta.url));

function paths(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/commands/paths.ts', ...args],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return { status, out: stdout.trim(), error: stderr.trim() };
}

describe('npm run paths', () => {
  test('alone prints every flow with its figures and its coverage', () => {
    const [head = '', ...lines] = paths().out.split('\n');
    expect(head.split(/\s+/)).toEqual(
      'flow states transitions tests steps ms plan machines screens browser'.split(' '),
    );
    expect(lines.slice(0, catalogue.length).map((line) => line.split(' ')[0])).toEqual(
      catalogue.map(({ id }) => id),
    );
  });

  test.each([
    ['text', /Test 1 \(\d+ steps\)\n {2}Given The form waits for the visitor\. .*\n {2}When /],
    ['markdown', /^## Student registration\n\n### Test 1/],
    ['mermaid', /^flowchart TD\n {2}subgraph "Test 1/],
  ])('prints the tests of a flow as %s', (format, expected) => {
    expect(paths('registration', '--criterion', 'pairs', '--format', format).out).toMatch(expected);
  });

  test('prints the tests of a flow as json', () => {
    expect(JSON.parse(paths('registration', '--format', 'json').out)).toMatchObject({
      flow: 'registration',
      tests: expect.arrayContaining([
        expect.arrayContaining([expect.objectContaining({ state: 'paying.open' })]),
      ]),
    });
  });

  test('prints the shortest way to a state', () => {
    const { out } = paths('registration', '--to', 'paying.open');
    expect(out.match(/When/g)).toHaveLength(4);
    expect(out.endsWith('[paying.open]')).toBe(true);
  });

  test('prints coverage item by item', () => {
    const [coverage] = JSON.parse(paths('contact', '--coverage', '--format', 'json').out);
    expect(coverage.items).toContainEqual(
      expect.objectContaining({ kind: 'transition', id: 'contact.idle · submitted[1]', status: 'covered' }),
    );
    expect(paths('contact', '--coverage', '--format', 'markdown').out).toMatch(/^### contact\n/);
  });

  test('walks at random, the same way for the same seed', () => {
    const walked = () => paths('registration', '--seed', '7', '--walks', '50').out;
    expect(walked()).toMatch(/^registration: 50 walks, \d+ steps, seed 7: every property holds$/);
    expect(walked()).toBe(walked());
  });

  test.each([
    [['nowhere'], /^Unknown flow "nowhere"; there are: registration, /],
    [['--colour', 'red'], /^Unknown option; there are: --criterion, --format, /],
    [['registration', '--criterion', 'all'], /^Unknown criterion "all"; there are: states, transitions, /],
    [
      ['registration', '--format', 'pdf'],
      /^Unknown format "pdf"; there are: text, markdown, json, mermaid\.$/,
    ],
    [['registration', '--to', 'heaven'], /^"heaven" is no state or transition .*: editing\.ready, /],
    [['--seed', 'seven'], /^--seed takes a whole number, not "seven"\.$/],
  ])('refuses %j in one line', (args, expected) => {
    const { status, error } = paths(...args);
    expect(status).toBe(2);
    expect(error).toMatch(expected);
    expect(error).not.toContain('\n');
  });
});
