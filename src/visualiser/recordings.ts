import * as v from 'valibot';
import type { Flow } from '../../machines/paths/flow.ts';
import { type Recording, recordingDivergence } from '../../machines/paths/recording.ts';
import { persistedSnapshotEntries } from './channel/protocol.ts';

const schema = v.object({
  flow: v.string(),
  path: v.pipe(v.string(), v.startsWith('/'), v.regex(/^\/(?!\/)/)),
  start: v.nullable(v.object(persistedSnapshotEntries)),
  steps: v.array(
    v.object({
      name: v.string(),
      state: v.string(),
      event: v.exactOptional(v.looseObject({ type: v.string() })),
    }),
  ),
}) satisfies v.GenericSchema<unknown, Recording>;

/** Reads a recording from the text of a file; null where it is none. */
export function readRecording(text: string): Recording | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

const FRAGMENT_PREFIX = '#recording=';

/** A link that carries a recording in its fragment, which browsers do not send to any server. */
export function recordingUrl(recording: Recording, origin: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(recording));
  const text = btoa(String.fromCharCode(...bytes));
  const safe = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${origin}/visualiser/${recording.flow}${FRAGMENT_PREFIX}${safe}`;
}

/** The recording that the fragment of an address carries; null where it carries none. */
export function recordingFromFragment(hash: string): Recording | null {
  if (!hash.startsWith(FRAGMENT_PREFIX)) return null;
  try {
    const text = atob(hash.slice(FRAGMENT_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    return readRecording(
      new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0))),
    );
  } catch {
    return null;
  }
}

/** What keeps a recording from being walked on the bare machine; null where nothing does. */
export function replayProblem(flow: Flow, recording: Recording): string | null {
  try {
    return recordingDivergence(flow, recording);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The folder of `tests/` for which the exported test is written. */
export const TEST_FOLDER = 'tests/machines';

/** A recording as a test of the project. */
export function testCodeOf(flow: Flow, recording: Recording): string {
  return `import { expect, test } from 'vitest';
import { ${flow.id}Flow } from '../../machines/${flow.id}/${flow.id}.flow.ts';
import { divergesFrom, type Recording } from '../../machines/paths/recording.ts';

const recording: Recording = ${JSON.stringify(recording, null, 2)};

test('${flow.title}, as it was recorded on ${recording.path}', () => {
  expect(divergesFrom(${flow.id}Flow, recording)).toBeNull();
});
`;
}
