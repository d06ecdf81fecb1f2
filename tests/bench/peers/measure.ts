import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import type { Step } from '../interactions/pages.ts';
import { blockingAfterPaint } from '../interactions/trace.ts';
import { visit } from '../interactions/visit.ts';

/** What one visit of a page costs: bytes that are sent, and milliseconds. */
export type Figures = {
  document: number;
  scripts: number;
  styles: number;
  first: number;
  largest: number;
  interactive: number;
  blocking: number;
  /** The same by the time of the processor, which is about the same while other programs run. */
  blockingCpu: number;
  /** The slowest interaction of the visit until the next paint. */
  interaction: number;
  /** The work of the main thread for an interaction. */
  work: number;
};

const AUDITS = {
  first: 'first-contentful-paint',
  largest: 'largest-contentful-paint',
  interactive: 'interactive',
  blocking: 'total-blocking-time',
} as const;

const REQUESTS = 'network-requests';

const requestsSchema = v.object({
  items: v.array(
    v.object({ resourceType: v.optional(v.string(), ''), transferSize: v.optional(v.number(), 0) }),
  ),
});

/** Loads a page with Lighthouse, as a phone with simulated slow 4G does. */
async function load(url: string, port: number): Promise<Omit<Figures, 'interaction' | 'work'>> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyAudits: [...Object.values(AUDITS), REQUESTS],
    disableFullPageScreenshot: true,
  });
  const audits = result?.lhr.audits ?? {};
  const milliseconds = (id: string) => {
    const value = audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse says nothing of ${id} of ${url}.`);
    return value;
  };
  const { items } = v.parse(requestsSchema, audits[REQUESTS]?.details);
  const bytes = (type: string) =>
    items
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    document: bytes('Document'),
    scripts: bytes('Script'),
    styles: bytes('Stylesheet'),
    first: milliseconds(AUDITS.first),
    largest: milliseconds(AUDITS.largest),
    interactive: milliseconds(AUDITS.interactive),
    blocking: milliseconds(AUDITS.blocking),
    blockingCpu: blockingAfterPaint(result?.artifacts.Trace),
  };
}

/** Loads a page with Lighthouse and then visits it again and performs the steps. */
export async function measure(
  { browser, port }: { browser: Browser; port: number },
  url: string,
  steps: readonly Step[],
  hasScripts: boolean,
): Promise<Figures> {
  const loaded = await load(url, port);
  const interactions = await visit(browser, url, steps, hasScripts);
  return {
    ...loaded,
    interaction: Math.max(...interactions.map(({ duration }) => duration)),
    work: interactions.reduce((sum, { mainMs }) => sum + mainMs, 0) / interactions.length,
  };
}
