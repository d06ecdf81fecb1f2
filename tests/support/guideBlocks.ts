import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the code blocks of docs/adding-a-flow.md that begin with the name of their file: the files of its flow. */
export function guideBlocks(): [file: string, code: string][] {
  const text = readFileSync(fileURLToPath(new URL('../../docs/adding-a-flow.md', import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```tsx?\n\1\/\/ (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', file = '', code = '']) => [file, code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  );
}
