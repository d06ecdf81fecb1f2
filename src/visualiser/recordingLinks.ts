import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { Recording } from '../../machines/paths/recording.ts';
import { hasFailure } from './failureLinks.ts';
import { failureFromFragment, failureProblem } from './failures.ts';
import { recordingFromFragment, recordingUrl } from './recordings.ts';

type PromiseActor<Output> = ActorRefFrom<PromiseActorLogic<Output>>;

const started = <Output>(load: () => Promise<Output>): PromiseActor<Output> =>
  createActor(fromPromise(load)).start();

const links = new WeakMap<Recording, PromiseActor<string>>();

/** Returns the actor that makes the link of a recording, once per recording. */
export function linkOf(recording: Recording): PromiseActor<string> {
  const link = links.get(recording) ?? started(() => recordingUrl(recording, window.location.origin));
  links.set(recording, link);
  return link;
}

const opened = new Map<string, PromiseActor<Recording | null>>();

/** Returns the actor that reads the recording in the fragment of an address, once per fragment. */
export function recordingIn(hash: string): PromiseActor<Recording | null> {
  const reading = opened.get(hash) ?? started(() => recordingFromFragment(hash));
  opened.set(hash, reading);
  return reading;
}

const failureProblems = new Map<string, PromiseActor<string | null>>();

async function problemOfFailure(hash: string): Promise<string | null> {
  if (!hasFailure(hash)) return null;
  const failure = await failureFromFragment(hash);
  return failure
    ? failureProblem(failure)
    : 'The link holds no failure that can be read. It may have been cut off: run the tests again.';
}

/** Returns the actor that says why the failure in the fragment of an address cannot be replayed, once per fragment. */
export function failureProblemIn(hash: string): PromiseActor<string | null> {
  const reading = failureProblems.get(hash) ?? started(() => problemOfFailure(hash));
  failureProblems.set(hash, reading);
  return reading;
}
