import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import type { Fields } from '../../machines/fields.ts';
import { registrationFields } from '../../machines/registration/registration.rules.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';

/** The messages for visitors, read from the files that define them. */

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => pattern.test(file) && !file.includes('isualiser'));

const modules: Record<string, Record<string, unknown>> = import.meta.glob(
  '../../machines/*/*.{messages,rules,machine}.ts',
  { eager: true },
);

/** What a message that has a part of its own is called with; each text is one that the flows can have. */
const PARTS = ['Math Tutor', 'cv.pdf', 'Your payment was declined by the bank.', ''];

const partOf: Readonly<Record<string, string>> = {
  title: 'Math Tutor',
  thanks: 'Math Tutor',
  lost: 'cv.pdf',
};

function textsOf(name: string, message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (typeof message !== 'function') return [];
  return [String(message(partOf[name] ?? PARTS[2]))];
}

/** Returns the texts of every `…Messages` of a machine's files, and of their constants. */
export const messagesOfMachineFiles = (): string[] =>
  Object.entries(modules)
    .filter(([file]) => !/visualiser|chartViewport|buildComparison/i.test(file))
    .flatMap(([, module]) => Object.entries(module))
    .flatMap(([name, value]) => {
      if (name.endsWith('Messages'))
        return Object.entries(Object(value)).flatMap(([key, text]) => textsOf(key, text));
      return /^[A-Z_]+$/.test(name) && typeof value === 'string' && value.includes(' ') ? [value] : [];
    });

const forms: readonly Fields[] = [
  contactForm.fields,
  callBackForm.fields,
  scholarshipForm.fields,
  registrationFields,
];

/** Returns the message of every field of a form for a missing, a wrong and a long value. */
export const fieldMessages = (): string[] =>
  forms
    .flatMap((fields) => Object.values(fields))
    .flatMap(({ validate }) => ['', ' ', '12', 'x'.repeat(10_000), false].map((value) => validate(value)))
    .filter((text) => text !== null);

/** Returns the sentences in the live regions and notices of the screens, and those of the content that these name. */
export function messagesOfScreens(): string[] {
  const sources = filesIn('src', /(components|screens)\/.*\.tsx$/).map((file) => readFileSync(file, 'utf8'));
  const content = filesIn('src/content', /\.ts$/).map((file) => readFileSync(file, 'utf8'));
  const regions = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /<(p|div)\b[^>]*(?:role="(?:status|alert)"|className="(?:notice|alert-advice|empty)")[^>]*>(.*?)<\/\1>/gs,
      ),
    ].map(([, , region = '']) => region),
  );
  const problems = sources.flatMap((source) =>
    [...source.matchAll(/\bproblem=\{[^}]*\}/g)].map(([text]) => text),
  );
  const written = regions.flatMap((region) => [
    ...[...region.matchAll(/'([^']+)'/g)]
      .map(([, text = '']) => text.trim())
      .filter((text) => / .*[.…]$/.test(text)),
    ...[...region.matchAll(/^\s+([A-Z][^<>{}=]* [^<>{}=]*?)(?=\s*<|$)/gm)].map(([, text = '']) =>
      text.trim(),
    ),
  ]);
  const named = [...regions, ...problems].flatMap((region) =>
    [...region.matchAll(/\b\w*[tT]ext\.(\w+)/g)].map(([, key = '']) => key),
  );
  const defined = named.flatMap((key) =>
    content.flatMap((source) =>
      [...source.matchAll(new RegExp(`^  ${key}:\\s*'([^']+)'`, 'gm'))].map(([, text = '']) => text),
    ),
  );
  return [...written, ...defined];
}

const serverFiles = filesIn('server', /\/(http|database|submissions|payments)\/.*\.ts$/)
  .filter((file) => !/webhook/.test(file))
  .map((file) => readFileSync(file, 'utf8'));

const textOf = (source: string) => [...source.matchAll(/'([^']*)'/g)].map(([, part = '']) => part).join('');

const serverConstants = new Map(
  serverFiles.flatMap((source) =>
    [...source.matchAll(/const ([A-Z_]+) =\s+((?:'[^']*'(?:\s*\+\s*)?)+);/g)].map(
      ([, name = '', text = '']) => [name, textOf(text)] as const,
    ),
  ),
);

/** What the server counts, as the sentence about too many requests names it. */
const counted = serverFiles.flatMap((source) =>
  [...source.matchAll(/counter\([^,]+, '((?:from|with) [^']+)'\)/g)].map(
    ([, description = '']) => description,
  ),
);

function serverTexts(source: string): string[] {
  if (!/^['`]/.test(source)) return [serverConstants.get(source) ?? source];
  const text = source.slice(1, -1);
  const [before, after] = text.split('$' + '{description}');
  if (after === undefined) return [text];
  return counted.map(
    (description) => `${before}${description}${after.replace(/\$\{minutes .*$/, 'a minute.')}`,
  );
}

/** Returns the sentences with which the server refuses a call of the site. */
export const messagesOfServer = (): string[] =>
  serverFiles.flatMap((source) => {
    const calls = source.matchAll(/\b(?:HttpError\(\s*\d+,|errorBody\()\s*('[^']*'|`[^`]*`|[A-Z_]+\b)/g);
    const fields = source.matchAll(
      /(?:choiceField|multiLineField|singleLineField)\((?:\[[^\]]*\])?[^']*'([A-Z][^']*)'/g,
    );
    return [
      ...[...calls].flatMap(([, text = '']) => serverTexts(text)),
      ...[...fields].map(([, text = '']) => text),
    ];
  });
