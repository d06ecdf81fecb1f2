import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the code blocks of a document that begin with the name of their file; of docs/adding-a-flow.md the files of its flow. */
export function guideBlocks(document = 'docs/adding-a-flow.md'): [file: string, code: string][] {
  const text = readFileSync(fileURLToPath(new URL(`../../${document}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```tsx?\n\1\/\/ (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', file = '', code = '']) => [file, code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  );
}
