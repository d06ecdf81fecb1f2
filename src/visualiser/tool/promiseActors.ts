import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';

export type PromiseActor<Output> = ActorRefFrom<PromiseActorLogic<Output>>;

/** Starts an actor that ends with what a promise resolves to. */
export const startPromise = <Output>(load: () => Promise<Output>): PromiseActor<Output> =>
  createActor(fromPromise(load)).start();

/** Returns a function that starts `load` once for each text, and returns its actor. */
export function startOncePerText<Output>(
  load: (text: string) => Promise<Output>,
): (text: string) => PromiseActor<Output> {
  const actors = new Map<string, PromiseActor<Output>>();
  return (text) => {
    const actor = actors.get(text) ?? startPromise(() => load(text));
    actors.set(text, actor);
    return actor;
  };
}
