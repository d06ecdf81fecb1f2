import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** A placeholder that types a promise actor. It rejects until an implementation is provided. */
export const declarePromiseActor = <Output, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`actor not provided: ${name}`)));

/** A placeholder that types a callback actor. It throws until an implementation is provided. */
export const declareCallbackActor = <Input extends NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`actor not provided: ${name}`);
  });

/** The output of a finished actor, for an action or a guard: its type is known where the actor is invoked. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;

export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;
