import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './imports.ts';
import type { CheckResult } from './summary.ts';

/** Runs a program of a package in another process; what it prints is kept. */
function runCheck(name: string, program: string, ...args: string[]): Promise<CheckResult> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const output = Buffer.concat(printed).toString();
      resolve({ name, ok: status === 0, output, duration: performance.now() - start });
    });
  });
}

const cache = join(root, 'node_modules/.cache/types');

/** Checks the types, incrementally since the last check. */
export function checkTypes(): Promise<CheckResult> {
  mkdirSync(cache, { recursive: true });
  const incremental = ['--incremental', '--tsBuildInfoFile', join(cache, 'tsbuildinfo')];
  return runCheck('types', 'typescript/bin/tsc', '--noEmit', ...incremental);
}

/** Checks that every promise is awaited or handled, which takes the types, and so a linter of its own. */
export const checkPromises = (): Promise<CheckResult> => runCheck('promises', 'oxlint/bin/oxlint');

/** Checks lint and format. */
export const checkStyle = (): Promise<CheckResult> =>
  runCheck('lint and format', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');
