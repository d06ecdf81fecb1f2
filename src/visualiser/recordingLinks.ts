import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { Recording } from '../../machines/paths/recording.ts';
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
