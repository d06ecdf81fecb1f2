import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';

type PromiseActor<Output> = ActorRefFrom<PromiseActorLogic<Output>>;

/** Returns a function that starts `load` once for each key, and returns its actor. */
export function startOncePer<Key extends object, Output>(
  load: (key: Key) => Promise<Output>,
): (key: Key) => PromiseActor<Output> {
  const actors = new WeakMap<Key, PromiseActor<Output>>();
  return (key) => {
    const actor = actors.get(key) ?? createActor(fromPromise(() => load(key))).start();
    actors.set(key, actor);
    return actor;
  };
}
