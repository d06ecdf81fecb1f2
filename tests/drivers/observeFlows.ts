import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { catalogue } from '../../machines/catalogue.ts';
import { coverageOfTransitions, explore, type ObservedCoverage } from '../../machines/paths/index.ts';
import { addBuiltScript } from './chromium/builtScripts.ts';

const script = fileURLToPath(new URL('chromium/transitions.browser.ts', import.meta.url));

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];

const merged = (one: ObservedCoverage, other: ObservedCoverage): ObservedCoverage => ({
  flow: one.flow,
  level: one.level,
  states: union(one.states, other.states),
  transitions: union(one.transitions, other.transitions),
  guardResults: union(one.guardResults, other.guardResults),
  cases: union(one.cases, other.cases),
  pairs: union(one.pairs, other.pairs),
});

/**
 * Observes the flows of a page that any test of Playwright opens. The result adds their coverage to a file, for
 * `npm run paths -- contact --beside coverage.json`.
 */
export async function observeFlows(page: Page): Promise<(file: string) => void> {
  const runs = new Map<string, string[][]>();
  const started = new Set<string>();
  // A new document starts its flows anew.
  await page.exposeBinding('noteDocument', () => started.clear());
  await page.exposeBinding('noteTransitions', (_, flow: string, transitions: string[]) => {
    const ofFlow = runs.get(flow) ?? [];
    runs.set(flow, ofFlow);
    if (!started.has(flow)) ofFlow.push([]);
    started.add(flow);
    ofFlow.at(-1)?.push(...transitions);
  });
  await addBuiltScript(page, script);
  await page.addInitScript(() => {
    window.noteDocument();
    window.addEventListener('microstep', ({ detail }) =>
      window.noteTransitions(detail.flow, detail.transitions),
    );
  });
  return (file) => {
    const before: ObservedCoverage[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    const now = catalogue.flatMap((flow) => {
      const taken = runs.get(flow.id);
      return taken ? [coverageOfTransitions(explore(flow), 'others', taken)] : [];
    });
    const all = new Map(before.map((each) => [each.flow, each]));
    for (const each of now) all.set(each.flow, merged(all.get(each.flow) ?? each, each));
    writeFileSync(file, JSON.stringify([...all.values()], null, 2));
  };
}

declare global {
  interface Window {
    noteDocument: () => void;
    noteTransitions: (flow: string, transitions: string[]) => void;
  }
}
