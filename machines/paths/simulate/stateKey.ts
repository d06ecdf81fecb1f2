import { type AnyActor, type AnyMachineSnapshot, isMachineSnapshot, type Snapshot } from 'xstate';
import { comparable } from '../define/comparable.ts';
import { UnreadableContext } from '../define/machineFlow.ts';
import type { Flow } from '../define/types.ts';
import { entryOrder } from '../define/xstateInternals.ts';
import { ExploreError } from './exploreError.ts';
import type { ActorState, SystemState } from './system.types.ts';

const keysOfFlow = new WeakMap<Flow, WeakMap<AnyMachineSnapshot, string>>();

function keysOf(flow: Flow): WeakMap<AnyMachineSnapshot, string> {
  const known = keysOfFlow.get(flow);
  if (known) return known;
  const keys = new WeakMap<AnyMachineSnapshot, string>();
  keysOfFlow.set(flow, keys);
  return keys;
}

function projectionOf(flow: Flow, snapshot: AnyMachineSnapshot): unknown {
  try {
    return flow.project(snapshot);
  } catch (error) {
    throw error instanceof UnreadableContext ? new ExploreError(error.message) : error;
  }
}

/** The key of a state as far as its snapshot shows: its status, its value and the projection of its context. */
export function stateKey(flow: Flow, snapshot: AnyMachineSnapshot): string {
  const keys = keysOf(flow);
  const known = keys.get(snapshot);
  if (known !== undefined) return known;
  const key = JSON.stringify([snapshot.status, snapshot.value, projectionOf(flow, snapshot)]);
  keys.set(snapshot, key);
  return key;
}

const historyIds = ({ historyValue }: AnyMachineSnapshot) =>
  Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node: { id: string }) => node.id)]);

/** The key of a state: the key from its snapshot, its history, and its pending events in relative times. */
export function systemKey(flow: Flow, { snapshot, actors, schedule }: SystemState): string {
  const nameOf = (actor: AnyActor) => actors.get(actor)?.path.join('.') ?? actor.id;
  const keyOfSnapshot = (child: Snapshot<unknown>): unknown =>
    isMachineSnapshot(child)
      ? [child.status, child.value, comparable(child.context, nameOf), historyIds(child), entryOrder(child)]
      : [child.status, comparable(Reflect.get(child, 'context'), nameOf)];
  const keyOfChild = ({ path, model, input, snapshot: child, status }: ActorState) => [
    path.join('.'),
    model.src,
    status,
    ...(model.kind === 'pure' ? [keyOfSnapshot(child)] : []),
    ...(flow.projectInput ? [comparable(flow.projectInput(input), nameOf)] : []),
  ];
  const children = [...actors.values()].filter(({ path }) => path.length > 0).map(keyOfChild);
  const pending = schedule.map(({ source, target, event, wait, isCancellable }) => [
    nameOf(source),
    nameOf(target),
    comparable(event, nameOf),
    wait,
    isCancellable,
  ]);
  const rest = [historyIds(snapshot), pending, children, entryOrder(snapshot)];
  const isPlain = rest.every((part) => part.length === 0);
  return stateKey(flow, snapshot) + (isPlain ? '' : JSON.stringify(rest));
}
