import type { AnyActorLogic, AnyActorRef, AnyStateMachine, EventObject } from 'xstate';
import { errorEvent, isStop } from '../../../machines/paths/internals.ts';

/** An actor that a flow has invoked and that has not ended: its answer is under way, or waits. */
export type Call = {
  id: number;
  flow: string;
  /** The session of the flow that invoked it. */
  session: string;
  /** The id of the invocation, and the name of its logic. */
  invocation: string;
  actor: string;
  input: unknown;
  /** The real world has been asked, or it waits to be answered by hand, or it shall never be. */
  state: 'asked' | 'waiting' | 'never';
  /** Lets the real world answer. */
  begin: () => void;
  /** Answers in its place. */
  settle: (event: EventObject) => void;
};

/** The calls that are open, of every flow of the page. Those of the flow that is held begin only when they are told to. */
export class Calls {
  held: string | null = null;
  readonly open = new Map<number, Call>();
  changed: () => void = () => {};
  #next = 1;
  readonly #equipped = new WeakSet<AnyStateMachine>();

  /** Makes what a machine invokes answer to this list. In place: React must go on getting the same machine. */
  equip(flow: string, machine: AnyStateMachine): void {
    if (this.#equipped.has(machine)) return;
    this.#equipped.add(machine);
    const { actors } = machine.implementations;
    for (const [name, logic] of Object.entries(actors))
      if ('transition' in logic) actors[name] = this.#held(flow, name, logic);
  }

  #held(flow: string, actor: string, logic: AnyActorLogic): AnyActorLogic {
    const calls = new WeakMap<AnyActorRef, Call>();
    const forget = (self: AnyActorRef) => {
      const call = calls.get(self);
      if (call && this.open.delete(call.id)) this.changed();
    };
    return {
      ...logic,
      start: (snapshot, scope) => {
        const call = this.#open(flow, actor, scope.self, () => logic.start?.(snapshot, scope));
        calls.set(scope.self, call);
        if (this.held === flow) return;
        call.state = 'asked';
        try {
          logic.start?.(snapshot, scope);
        } catch (error) {
          forget(scope.self);
          throw error;
        }
      },
      transition: (snapshot, event, scope) => {
        const isBegun = calls.get(scope.self)?.state === 'asked';
        const next =
          isStop(event) && !isBegun
            ? { ...snapshot, status: 'stopped' }
            : logic.transition(snapshot, event, scope);
        if (next.status !== 'active') forget(scope.self);
        return next;
      },
    };
  }

  #open(flow: string, actor: string, self: AnyActorRef, start: () => void): Call {
    const call: Call = {
      id: this.#next++,
      flow,
      session: self._parent?.sessionId ?? '',
      invocation: self.id,
      actor,
      input: self.getSnapshot().input,
      state: 'waiting',
      begin: () => {
        if (call.state === 'asked') return;
        call.state = 'asked';
        this.changed();
        try {
          start();
        } catch (error) {
          call.settle(errorEvent(call.invocation, error));
        }
      },
      settle: (event) => self._parent?.send(event),
    };
    this.open.set(call.id, call);
    this.changed();
    return call;
  }
}
