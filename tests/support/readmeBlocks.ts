import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The blocks of code in the README that name their file: the flow that it shows how to add. */
export function readmeBlocks(): [file: string, code: string][] {
  const text = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```tsx?\n\1\/\/ (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', file = '', code = '']) => [file, code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  );
}
