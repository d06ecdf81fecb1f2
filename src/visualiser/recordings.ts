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

/** Reads a recording from the text of a file; null where the text is not a valid recording. */
export function readRecording(text: string): Recording | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

const FRAGMENT_PREFIX = '#recording=';

/** Returns a link with a recording in its fragment, which browsers do not send to any server. */
export function recordingUrl(recording: Recording, origin: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(recording));
  const text = btoa(String.fromCharCode(...bytes));
  const safe = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${origin}/visualiser/${recording.flow}${FRAGMENT_PREFIX}${safe}`;
}

/** Reads a recording from the fragment of an address; null where it contains none. */
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

/** Returns why a recording cannot be replayed on the bare machine; null where it can. */
export function replayProblem(flow: Flow, recording: Recording): string | null {
  try {
    return recordingDivergence(flow, recording);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The folder for the exported test: its imports are relative to it. */
export const TEST_FOLDER = 'tests/machines';

/** The function that the exported test calls. */
const CHECK = 'recordingDivergence' satisfies keyof typeof import('../../machines/paths/recording.ts');

/** Returns the code of a test of this project that replays a recording on the bare machine. */
export function testCodeOf(flow: Flow, recording: Recording): string {
  return `import { expect, test } from 'vitest';
import { ${flow.id}Flow } from '../../machines/${flow.id}/${flow.id}.flow.ts';
import { ${CHECK}, type Recording } from '../../machines/paths/recording.ts';

const recording: Recording = ${JSON.stringify(recording, null, 2)};

test('${flow.title}, as it was recorded on ${recording.path}', () => {
  expect(${CHECK}(${flow.id}Flow, recording)).toBeNull();
});
`;
}
