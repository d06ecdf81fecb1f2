import { vi } from 'vitest';
import { runReportingUsageErrors } from '../commands/usageError.ts';

export type CommandResult = {
  status: number;
  out: string;
  error: string;
};

/** Runs a command of tests/commands in this process; returns its exit status and what it printed. */
export function runCommandInProcess(command: (args: string[]) => void, ...args: string[]): CommandResult {
  const out: string[] = [];
  const error: string[] = [];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text)),
    vi.spyOn(console, 'error').mockImplementation((text) => void error.push(text)),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    runReportingUsageErrors(() => command(args));
    return { status: process.exitCode, out: out.join('\n').trim(), error: error.join('\n').trim() };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}
