import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './imports.ts';

/** The result of the type check: its output, and its duration in milliseconds. */
export type TypeCheckResult = { ok: boolean; output: string; duration: number };

const cache = join(root, 'node_modules/.cache/types');

/** Checks the types in another process, incrementally since the last check. */
export function checkTypes(): Promise<TypeCheckResult> {
  mkdirSync(cache, { recursive: true });
  const start = performance.now();
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, 'tsbuildinfo')];
  const child = spawn(process.execPath, ['node_modules/typescript/bin/tsc', ...args], { cwd: root });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({
        ok: status === 0,
        output: Buffer.concat(printed).toString(),
        duration: performance.now() - start,
      }),
    );
  });
}
