import { vi } from 'vitest';
import { runReportingUsageErrors } from '../commands/usageError.ts';

export type CommandResult = {
  status: number;
  out: string;
  error: string;
};

/** Runs a command of tests/commands in this process; returns its exit status and what it printed. */
export function runCommandInProcess(command: (args: string[]) => void, ...args: string[]): CommandResult;
export function runCommandInProcess(
  command: (args: string[]) => Promise<void>,
  ...args: string[]
): Promise<CommandResult>;
export function runCommandInProcess(
  command: (args: string[]) => void | Promise<void>,
  ...args: string[]
): CommandResult | Promise<CommandResult> {
  const out: string[] = [];
  const error: string[] = [];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text)),
    vi.spyOn(console, 'error').mockImplementation((text) => void error.push(text)),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  const finish = (): CommandResult => {
    const status = Number(process.exitCode ?? 0);
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
    return { status, out: out.join('\n').trim(), error: error.join('\n').trim() };
  };
  const running: Promise<void>[] = [];
  runReportingUsageErrors(() => {
    const result = command(args);
    if (result instanceof Promise) running.push(result);
  });
  const [promise] = running;
  return promise ? promise.then(finish) : finish();
}
