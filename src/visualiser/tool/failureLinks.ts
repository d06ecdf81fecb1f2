import * as v from 'valibot';
import { type PathFailure, pathLevels } from '../../../machines/visualiser/pathFailures.ts';
import { flowLinks } from './flowLinks.ts';
import { readJson } from './readJson.ts';
import { isSitePath, MAX_LINK_LENGTH } from './recordings.ts';

const TERMINAL_CODES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

const schema = v.object({
  flow: v.string(),
  level: v.picklist(pathLevels),
  path: v.string(),
  page: v.nullable(v.pipe(v.string(), v.check(isSitePath))),
  steps: v.array(v.object({ name: v.string(), state: v.string() })),
  checks: v.array(v.string()),
  actual: v.nullable(v.string()),
  problem: v.pipe(
    v.string(),
    v.transform((problem) => problem.replace(TERMINAL_CODES, '')),
  ),
  picture: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, PathFailure>;

/** Reads a failure from the text of its file; null where the text is not a valid failure. */
export const readFailure = (text: string): PathFailure | null => readJson(text, schema);

const links = flowLinks('failure', schema);

/** Returns the path of the link that replays a failure. The picture is left out where the link would be too long. */
export async function failureLink(failure: PathFailure): Promise<string> {
  const link = await links.linkTo(failure);
  return link.length <= MAX_LINK_LENGTH ? link : links.linkTo({ ...failure, picture: null });
}

/** Reads the failure in the fragment of an address; null where it contains none. */
export const readFailureLink = links.dataIn;
