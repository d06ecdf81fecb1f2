import type { PageProblem } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { toPlainData } from '../../shared/channel/plainData.ts';

/** The longest text that is reported, in characters. */
const MAX_TEXT = 2_000;

/** The errors that the page reported since the last command of a visualiser. */
export const errorsSinceCommand: string[] = [];

export const forgetErrors = (): void => void errorsSinceCommand.splice(0);

/** The problems that were reported before the agent was there. */
const early: PageProblem[] = [];
let receive = (problem: PageProblem): void => void early.push(problem);

/** Calls a function with each problem of the page, those before too. */
export function receiveProblems(receiver: (problem: PageProblem) => void): void {
  receive = receiver;
  early.splice(0).forEach(receiver);
}

function report(isError: boolean, text: string): void {
  const problem = { isError, text: text.slice(0, MAX_TEXT) };
  if (isError) errorsSinceCommand.push(problem.text);
  receive(problem);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value instanceof Error ? `${value.name}: ${value.message}` : JSON.stringify(toPlainData(value));
}

/** Reports problems of the page from now on: errors and warnings of the console, and uncaught errors. */
export function observeProblems(): void {
  for (const level of ['error', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: What the page logs is what is observed.
    const log = console[level].bind(console);
    console[level] = (...values) => {
      report(level === 'error', values.map(textOf).join(' '));
      log(...values);
    };
  }
  window.addEventListener(
    'error',
    ({ target, error, message }) => {
      if (target instanceof Element)
        report(true, `Not loaded: ${target.getAttribute('src') ?? target.getAttribute('href')}`);
      else report(true, `Uncaught ${error instanceof Error ? textOf(error) : message}`);
    },
    { capture: true },
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    report(true, `Unhandled rejection: ${textOf(reason)}`),
  );
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(true, `Refused by the policy (${violatedDirective}): ${blockedURI}`),
  );
}
