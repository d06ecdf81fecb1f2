import type { Page } from 'playwright-core';
import { build } from 'vite';

const scripts = new Map<string, Promise<string>>();

async function buildScript(input: string): Promise<string> {
  const rolldownOptions = { input, output: { format: 'iife' } } as const;
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions },
  });
  return [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((file) => (file.type === 'chunk' ? file.code : ''))
    .join('');
}

/** A file `*.browser.ts` with its imports as one script, which runs in a page before its own scripts. */
export async function builtScript(input: string): Promise<string> {
  const script = scripts.get(input) ?? buildScript(input);
  scripts.set(input, script);
  return script;
}

/** Adds such a file to a page, before that is opened. */
export async function addBuiltScript(page: Page, input: string): Promise<void> {
  await page.addInitScript({ content: await builtScript(input) });
}
