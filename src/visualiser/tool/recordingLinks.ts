import type { Recording } from '../../../machines/visualiser/recording.ts';
import { hasFailure } from './failureLinks.ts';
import { failureFromFragment, failureProblem } from './failures.ts';
import { type PromiseActor, startOncePerText, startPromise } from './promiseActors.ts';
import { recordingFromFragment, recordingUrl } from './recordings.ts';

const links = new WeakMap<Recording, PromiseActor<string>>();

/** Returns the actor that makes the link of a recording, once per recording. */
export function linkOf(recording: Recording): PromiseActor<string> {
  const link = links.get(recording) ?? startPromise(() => recordingUrl(recording, window.location.origin));
  links.set(recording, link);
  return link;
}

/** Returns the actor that reads the recording in the fragment of an address, once per fragment. */
export const recordingIn = startOncePerText(recordingFromFragment);

async function problemOfFailure(hash: string): Promise<string | null> {
  if (!hasFailure(hash)) return null;
  const failure = await failureFromFragment(hash);
  return failure
    ? failureProblem(failure)
    : 'The link holds no failure that can be read. It may have been cut off: run the tests again.';
}

/** Returns the actor that says why the failure in the fragment of an address cannot be replayed, once per fragment. */
export const failureProblemIn = startOncePerText(problemOfFailure);
