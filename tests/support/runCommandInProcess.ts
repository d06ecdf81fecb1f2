import { vi } from 'vitest';
import { runReportingUsageErrors } from '../commands/usageError.ts';

/** Runs a command of tests/commands in this process; returns its exit status and what it printed. */
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
