import * as v from 'valibot';
import { type PathFailure, pathLevels } from '../../machines/paths/pathFailure.ts';
import { fromFragment, toFragment } from './fragments.ts';
import { isSitePath, MAX_LINK_LENGTH } from './recordings.ts';

const schema = v.object({
  flow: v.string(),
  level: v.picklist(pathLevels),
  path: v.string(),
  page: v.nullable(v.pipe(v.string(), v.check(isSitePath))),
  steps: v.array(v.object({ name: v.string(), state: v.string() })),
  checks: v.array(v.string()),
  actual: v.nullable(v.string()),
  problem: v.string(),
  picture: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, PathFailure>;

/** Reads a failure from the text of its file; null where the text is not a valid failure. */
export function readFailure(text: string): PathFailure | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

const FRAGMENT_PREFIX = '#failure=';

/** Whether the fragment of an address is for a failure. */
export const hasFailure = (hash: string): boolean => hash.startsWith(FRAGMENT_PREFIX);

/** Returns the path of the link that replays a failure. The picture is left out where the link would be too long. */
export async function failureLink(failure: PathFailure): Promise<string> {
  const linkTo = async (linked: PathFailure) =>
    `/visualiser/${failure.flow}${FRAGMENT_PREFIX}${await toFragment(linked)}`;
  const link = await linkTo(failure);
  return link.length <= MAX_LINK_LENGTH ? link : linkTo({ ...failure, picture: null });
}

/** Reads the failure in the fragment of an address; null where it contains none. */
export async function readFailureLink(hash: string): Promise<PathFailure | null> {
  if (!hasFailure(hash)) return null;
  const read = v.safeParse(schema, await fromFragment(hash.slice(FRAGMENT_PREFIX.length)));
  return read.success ? read.output : null;
}
