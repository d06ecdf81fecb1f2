import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** Returns a placeholder that types a promise actor. It rejects until an implementation is provided. */
export const declarePromiseActor = <Output, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`actor not provided: ${name}`)));

/** Returns a placeholder that types a callback actor. It throws until an implementation is provided. */
export const declareCallbackActor = <Input extends NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`actor not provided: ${name}`);
  });

/** Returns the output of an actor that is done, for an action or a guard: its type is known where the actor is invoked. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;

/** Returns the message of an error, or a fallback where it has none. */
export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;
