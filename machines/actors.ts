import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** A promise actor that only says what it takes and gives. Whoever runs the machine provides it. */
export const declarePromiseActor = <Output, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`actor not provided: ${name}`)));

/** A callback actor that only says what it takes and sends. Whoever runs the machine provides it. */
export const declareCallbackActor = <Input extends NonReducibleUnknown>(name: string) =>
  fromCallback<EventObject, Input>(() => {
    throw new Error(`actor not provided: ${name}`);
  });

/** The text of what was thrown, or a fallback where it has none. */
export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;
