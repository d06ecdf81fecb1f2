import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import { memoize } from '../../../../machines/visualiser/memoize.ts';
import type { LinkContext } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { pathKey } from '../../../../machines/visualiser/visualiserRun/visualiserRun.machine.ts';
import type { RunContext } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { fromExactText, toExactText } from '../../shared/exactText.ts';
import { maskedChanges } from '../connection/replay.ts';
import { maskOf } from './mask.ts';
import { type PerformedRun, performedRun } from './performedRun.ts';

const CACHE = 'visualiser-runs';

/** The room for all runs, in bytes as they are compressed. */
const MAX_BYTES = 20_000_000;

/** Milliseconds after which the page of the last step has been recorded. */
const RECORDED_AFTER = 1_000;

const addressOf = (key: string) => `/visualiser/runs/${encodeURIComponent(key)}`;

const isPerformedRun = (data: unknown): data is PerformedRun =>
  typeof data === 'object' && data !== null && 'reached' in data;

async function readRun(key: string): Promise<PerformedRun | null> {
  try {
    const kept = await (await caches.open(CACHE)).match(addressOf(key));
    if (!kept?.body) return null;
    const run = fromExactText(
      await new Response(kept.body.pipeThrough(new DecompressionStream('gzip'))).text(),
    );
    return isPerformedRun(run) ? run : null;
  } catch {
    return null;
  }
}

const readers = new Map<string, ActorRefFrom<PromiseActorLogic<PerformedRun | null>>>();

/** The actor that reads the last run of a path that has ended well; null where none is kept. */
export const greenRunOf = memoize(
  (key: string) => createActor(fromPromise(() => readRun(key))).start(),
  readers,
);

/** Drops the oldest runs for which there is no room. */
async function makeRoom(cache: Cache): Promise<void> {
  let room = MAX_BYTES;
  for (const request of (await cache.keys()).toReversed()) {
    const kept = await cache.match(request);
    room -= (await kept?.blob())?.size ?? 0;
    if (room < 0) await cache.delete(request);
  }
}

/** Keeps the run of a path in the browser, in place of the one before. Typed texts are masked in its pictures. */
export async function saveGreenRun(context: RunContext, linkContext: () => LinkContext): Promise<void> {
  const { run } = context;
  if (run?.path === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, RECORDED_AFTER));
  const observed = linkContext();
  const mask = maskOf(observed);
  const performed = performedRun(context, observed);
  const recorded = performed.recorded.map((changes) => maskedChanges(changes, mask));
  const text = new Blob([toExactText({ ...performed, recorded })]).stream();
  const key = pathKey(run.flow, run.path);
  try {
    const blob = await new Response(text.pipeThrough(new CompressionStream('gzip'))).blob();
    const cache = await caches.open(CACHE);
    await cache.delete(addressOf(key));
    await cache.put(addressOf(key), new Response(blob));
    await makeRoom(cache);
    readers.delete(key);
  } catch {
    // A browser without room for it, or without this storage, keeps no run.
  }
}
