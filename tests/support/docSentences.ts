import { readFileSync } from 'node:fs';

/** Words with which a sentence promises something, and numbers with a unit or of more than one digit. */
const PROMISES =
  /\b(never|always|at most|at least|less than|more than|up to|within|only|alone|every|no|none|nobody|nothing|cannot|refuse[sd]?|erase[sd]?|survives?|exactly|whatever)\b|\d[\d,.]* ?(%|ms|s|kB|MB|px|seconds?|minutes?|hours?|days?|months?|years?|times|calls?|steps?|states?|goals?|entries|requests?|cuts?|damages?|connections?)\b|[₹]\d/i;

const withoutMarkup = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|(?<!\\)\*/g, '')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the sentences of a Markdown text without its headings, code blocks and markup; a row of a table is one. */
export function sentencesIn(markdown: string): string[] {
  const blocks = markdown
    .replace(/^ *```[\s\S]*?^ *```$/gm, '\n\n')
    .replace(/^#.*$|^<!--.*-->$|^\|[ :|-]+\|$/gm, '\n')
    .replace(/^(?=\||\s*(?:-|\d+\.) )/gm, '\n')
    .split(/\n\s*\n/)
    .map((block) => withoutMarkup(block.replace(/^\s*(-|\d+\.) /, '')));
  return blocks.flatMap((block) =>
    block.startsWith('|')
      ? [block]
      : block.split(/(?<=[.!?:]\)?) (?=[A-Z`("¹])/).filter((text) => text !== ''),
  );
}

/** Returns the sentences of a document that promise something. */
export const promisesIn = (file: string): string[] =>
  sentencesIn(readFileSync(file, 'utf8')).filter((sentence) => PROMISES.test(sentence));
