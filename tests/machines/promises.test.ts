import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { headTagsFor } from '../../src/prerender/headTags.ts';
import { sentencesIn } from '../support/docSentences.ts';
import { assertNoProblems } from '../support/flowProblems.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { problemOf, promiseProblems, readPromises } from '../support/promises.ts';

vi.mock('../../src/prerender/structuredData.ts', () => ({
  structuredDataOf: async () => ({ text: 'a </script><script>' }),
}));

const manifest: { engines: { node: string }; scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => `${folder}/${file}`);

describe('docs/promises.md', () => {
  test('has every sentence of the documents that promises something, each with a test that exists', () => {
    assertNoProblems(promiseProblems());
  });

  test('is not whole where a sentence is missing or altered, or names nothing or a test that does not exist', () => {
    const [first, second, third, fourth, ...others] = readPromises();
    if (!first || !second || !third || !fourth) throw new Error('docs/promises.md has no entries');
    const problems = promiseProblems([
      { ...second, sentence: `${second.sentence} And more.` },
      { ...third, shownBy: [] },
      { ...fourth, shownBy: ['tests/machines/phone.test.ts › no such title'] },
      ...others,
    ]);
    expect(problems).toEqual([
      expect.stringContaining(first.sentence),
      expect.stringContaining(second.sentence),
      expect.stringContaining('And more.'),
      expect.stringContaining(third.sentence),
      expect.stringContaining('no such title'),
    ]);
  });

  test('names a title as a whole, and a constant with its value', () => {
    expect(problemOf('tests/machines/phone.test.ts › a phone field keeps ten digits')).toBeNull();
    expect(problemOf('tests/machines/phone.test.ts › a phone field keeps')).not.toBeNull();
    expect(problemOf('src/browser/draft.ts › LIFETIME_MS = 24 * 60 * 60 * 1000')).toBeNull();
    expect(problemOf('src/browser/draft.ts › LIFETIME_MS = 24')).not.toBeNull();
    expect(problemOf('somebody knows')).not.toBeNull();
  });

  test('is compared with the sentences of paragraphs, lists and tables, without their markup', () => {
    const text =
      '# Head\n\nOne *is*\n[here](x). Two.\n- Three.\n- Four\n  goes on.\n\n| a | **b** |\n| --- | --- |\n';
    expect(sentencesIn(text)).toEqual(['One is here.', 'Two.', 'Three.', 'Four goes on.', '| a | b |']);
  });
});

test('README.md names the oldest version of Node that package.json takes', () => {
  const version = manifest.engines.node.replace('>=', '');
  expect(readFileSync('README.md', 'utf8')).toContain(`Both need Node ${version} or newer`);
});

test('every command of package.json is in README.md or in a guide', () => {
  const guides = ['README.md', ...filesIn('docs', /\.md$/)].map((file) => readFileSync(file, 'utf8')).join();
  const commands = Object.keys(manifest.scripts).filter((name) => name !== 'prestart');
  const named = (name: string) => new RegExp(`npm (?:run (?:--silent )?)?${name}\\b`).test(guides);
  expect(nonEmpty(commands).filter((name) => !named(name))).toEqual([]);
});

test('the browser level takes more than half of the time of npm test', () => {
  const times: Record<string, number> = JSON.parse(readFileSync('tests/timings.json', 'utf8'));
  const sum = (entries: [string, number][]) => entries.reduce((total, [, time]) => total + time, 0);
  const all = Object.entries(times);
  const inBrowser = all.filter(([file]) => file.startsWith('tests/browser/'));
  expect(sum(inBrowser)).toBeGreaterThan(sum(all) / 2);
});

test('nothing in structured data ends its script', async () => {
  const page =
    '<title>A</title><link rel="canonical" href="https://a.example/about"><meta name="description" content="B"><h1>C</h1>';
  const script = (await headTagsFor(page)).find((tag) => tag.startsWith('<script'));
  expect(script?.match(/<\/?script/g)).toEqual(['<script', '</script']);
  expect(script).toContain('a \\u003c/script>');
});

test('no document of the site chooses a picture by the colours of the browser', () => {
  const code = filesIn('src', /\.tsx?$/).map((file) => readFileSync(file, 'utf8'));
  expect(nonEmpty(code).filter((text) => /<source[^>]*\smedia=|<picture/.test(text))).toEqual([]);
});
