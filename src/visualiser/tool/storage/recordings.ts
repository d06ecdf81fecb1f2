import { folderOf } from '../../../../machines/folders.ts';
import type { Flow } from '../../../../machines/paths/index.ts';
import { dataInFragment, linkWithData } from '../../../../machines/visualiser/fragments.ts';
import { type Recording, recordingSchema } from '../../../../machines/visualiser/recording.ts';
import { downloadJson } from '../../../browser/downloadAndClipboard.ts';
import { startOncePer } from '../model/promiseActors.ts';
import { readJson } from '../model/readJson.ts';
import { toSource } from '../model/sourceCode.ts';

/** Reads a recording from the text of a file; null where the text is not a valid recording. */
export const readRecording = (text: string): Recording | null => readJson(text, recordingSchema);

/** The longest link that browsers and chat programs pass on whole, in characters. */
export const MAX_LINK_LENGTH = 8_000;

export const recordingUrl = async (recording: Recording, origin: string): Promise<string> =>
  origin + (await linkWithData('recording', recording));

/** Reads a recording from the fragment of an address; null where it contains none. */
export const recordingFromFragment = (hash: string): Promise<Recording | null> =>
  dataInFragment('recording', recordingSchema, hash);

/** The actor that makes the link of a recording, once per recording. */
export const linkOf = startOncePer((recording: Recording) => recordingUrl(recording, window.location.origin));

/** Downloads a recording as a file. */
export const saveRecording = (recording: Recording): void =>
  downloadJson(`${recording.flow}-recorded.json`, recording);

/** The folder for the exported test, and the way from there to the machines. */
export const TEST_FOLDER = 'tests/machines';
const MACHINES = '../../machines';

const CHECK =
  'recordingDivergence' satisfies keyof typeof import('../../../../machines/visualiser/recording.ts');

/** The code of a test of this project that replays a recording on the bare machine, as the formatter writes it. */
export function testCodeOf(flow: Flow, recording: Recording): string {
  const imports = [
    `import { ${flow.id}Flow } from '${MACHINES}/${folderOf(flow)}/${flow.id}.flow.ts';`,
    `import { type Recording, ${CHECK} } from '${MACHINES}/visualiser/recording.ts';`,
  ];
  const pathOf = (line: string) => line.split(' from ')[1] ?? '';
  return `import { expect, test } from 'vitest';
${imports.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1)).join('\n')}

const recording: Recording = ${toSource(recording)};

test(${toSource(`${flow.title}, as it was recorded on ${recording.path}`)}, () => {
  expect(${CHECK}(${flow.id}Flow, recording)).toBeNull();
});
`;
}
