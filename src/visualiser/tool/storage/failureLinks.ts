import { dataInFragment, linkWithData } from '../../../../machines/visualiser/fragments.ts';
import { type PathFailure, pathFailureSchema } from '../../../../machines/visualiser/pathFailures.ts';
import { readJson } from '../model/readJson.ts';
import { MAX_LINK_LENGTH } from './recordings.ts';

/** Reads a failure from the text of its file; null where the text is not a valid failure. */
export const readFailure = (text: string): PathFailure | null => readJson(text, pathFailureSchema);

/** The path of the link that replays a failure. The picture is left out where the link would be too long. */
export async function failureLink(failure: PathFailure): Promise<string> {
  const link = await linkWithData('failure', failure);
  return link.length <= MAX_LINK_LENGTH ? link : linkWithData('failure', { ...failure, picture: null });
}

/** Reads the failure in the fragment of an address; null where it contains none. */
export const readFailureLink = (hash: string): Promise<PathFailure | null> =>
  dataInFragment('failure', pathFailureSchema, hash);
