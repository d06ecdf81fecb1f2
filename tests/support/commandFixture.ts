import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';
import { runReportingUsageErrors } from '../../machines/paths/command/usageError.ts';

/** Runs a command of tests/tools in this process; returns its exit status and its output. */
export async function runCommandInProcess(
  command: (args: string[]) => void | Promise<void>,
  ...args: string[]
): Promise<{ status: number; out: string; error: string }> {
  const out: string[] = [];
  const error: string[] = [];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text)),
    vi.spyOn(console, 'error').mockImplementation((text) => void error.push(text)),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await runReportingUsageErrors(() => command(args));
    return {
      status: Number(process.exitCode ?? 0),
      out: out.join('\n').trim(),
      error: error.join('\n').trim(),
    };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const PARTS = [
  'machines',
  'src',
  'server',
  'tests',
  'public',
  'index.html',
  'docs/writing-a-flow.md',
  'docs/operations',
  'package.json',
  'package-lock.json',
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

/**
 * The code blocks of a document that begin with the name of their file; of docs/writing-a-flow.md the files of its
 * flow.
 */
export function guideBlocks(document = 'docs/writing-a-flow.md'): [file: string, code: string][] {
  const text = readFileSync(fileURLToPath(new URL(`../../${document}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```tsx?\n\1\/\/ (\S+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', file = '', code = '']) => [file, code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')],
  );
}
