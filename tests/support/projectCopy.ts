import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const PARTS = [
  'machines',
  'src',
  'server',
  'tests',
  'public',
  'index.html',
  'docs/adding-a-flow.md',
  'docs/operations.md',
  'package.json',
  'tsconfig.json',
  'biome.json',
  '.oxlintrc.json',
  'vite.config.ts',
  '.gitignore',
];

/** Creates a copy of the project that the tests of one file may change; removed after them. */
export function createProjectCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'project-'));
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  return copy;
}

/** Returns the code blocks of a document that begin with the name of their file; of docs/adding-a-flow.md the files of its flow. */
export function guideBlocks(document = 'docs/adding-a-flow.md'): [file: string, code: string][] {
  const text = readFileSync(fileURLToPath(new URL(`../../${document}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```tsx?\n\1\/\/ (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', file = '', code = '']) => [file, code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  );
}
