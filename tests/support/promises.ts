import { existsSync, readFileSync } from 'node:fs';
import { promisesIn } from './docSentences.ts';

/** The documents whose sentences that promise something are all in docs/promises.md. */
export const documents = [
  'README.md',
  'docs/adding-a-flow.md',
  'docs/alerts.md',
  'docs/operations.md',
  'docs/path-tests.md',
  'docs/scale.md',
  'docs/security.md',
  'docs/visualiser.md',
];

/** What is said of a sentence that no test can show, since it promises nothing of the product. */
export const withoutTest = [
  'an operator decides it',
  'others do it',
  'it only explains',
  'every run of the tests shows it',
];

export type Promised = { document: string; sentence: string; shownBy: string[] };

/** Returns the entries of docs/promises.md: below the heading of a document its sentences, each with what shows it. */
export function readPromises(text = readFileSync('docs/promises.md', 'utf8')): Promised[] {
  return text.split(/^## /m).flatMap((section) => {
    const [document = '', ...entries] = section.split(/\n\n?- /);
    return entries.map((entry) => {
      const [sentence = '', ...shownBy] = entry.trim().split(/\n {2}→ /);
      return { document: document.trim(), sentence, shownBy };
    });
  });
}

const quoted = (title: string) => ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`);

/** Returns what is wrong with the name of a test, a measurement or a constant, if anything. */
export function problemOf(reference: string): string | null {
  if (withoutTest.includes(reference)) return null;
  const [file = '', name] = reference.split(' › ');
  if (!existsSync(file)) return `${file} does not exist`;
  if (name === undefined) return file.startsWith('tests/bench/') ? null : `${file}: which test?`;
  const code = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  const isThere = /\.test\.tsx?$/.test(file)
    ? quoted(name).some((title) => code.includes(title))
    : code.split(name).some((rest, index) => index > 0 && /^ ?[;,)}'"`\n]/.test(rest));
  return isThere ? null : `${file} has no "${name}"`;
}

/** Returns what is missing or wrong in docs/promises.md, in a sentence each. */
export function promiseProblems(entries: readonly Promised[] = readPromises()): string[] {
  const inDocuments = documents.flatMap((document) =>
    promisesIn(document).map((sentence) => ({ document, sentence })),
  );
  const has = (
    list: readonly Omit<Promised, 'shownBy'>[],
    { document, sentence }: Omit<Promised, 'shownBy'>,
  ) => list.some((each) => each.document === document && each.sentence === sentence);
  return [
    ...inDocuments
      .filter((promise) => !has(entries, promise))
      .map(
        ({ document, sentence }) => `${document} promises, and docs/promises.md names no test: ${sentence}`,
      ),
    ...entries
      .filter((entry) => !has(inDocuments, entry))
      .map(({ document, sentence }) => `docs/promises.md: ${document} no longer says: ${sentence}`),
    ...entries
      .filter(({ shownBy }) => shownBy.length === 0)
      .map(({ sentence }) => `docs/promises.md names no test for: ${sentence}`),
    ...entries.flatMap(({ shownBy }) =>
      shownBy.flatMap((reference) => {
        const problem = problemOf(reference);
        return problem ? [`docs/promises.md: ${problem}`] : [];
      }),
    ),
  ];
}
