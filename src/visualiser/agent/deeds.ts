import { doneEvent, errorEvent } from '../../../machines/paths/internals.ts';
import type { Inspection } from '../../flows/inspection.ts';
import type { Answer, Deed } from '../channel/messages.ts';
import { keys } from '../channel/names.ts';

/** Holds the world of one flow, also when the page is loaded again, and lets every other go on. */
export function hold(inspection: Inspection, flow: string | null): void {
  if (flow === null) sessionStorage.removeItem(keys.held);
  else sessionStorage.setItem(keys.held, flow);
  inspection.hold(flow);
}

/** Takes the page to a path, loaded afresh. */
function open(path: string): void {
  if (path === window.location.pathname) window.location.reload();
  else window.location.assign(path);
}

function answer({ calls }: Inspection, id: number, given: Answer): void {
  const call = calls.open.get(id);
  if (!call) return;
  if (given.kind === 'real') call.begin();
  else if (given.kind === 'never') call.state = 'never';
  else if (given.kind === 'output') call.settle(doneEvent(call.invocation, given.output));
  else call.settle(errorEvent(call.invocation, new Error(given.message)));
}

/** Does on the page what a visualiser asks for. What speaks of something that is gone is left alone. */
export function perform(inspection: Inspection, deed: Deed): void {
  const { running } = inspection;
  switch (deed.type) {
    case 'send':
      running.get(deed.session)?.actor.send(deed.event);
      break;
    case 'fire':
      running.get(deed.session)?.clock.fireNext();
      break;
    case 'answer':
      answer(inspection, deed.call, deed.answer);
      break;
    case 'hold':
      hold(inspection, deed.flow);
      break;
    case 'open':
      for (const flow of deed.forget) sessionStorage.removeItem(flow);
      if (deed.restart) sessionStorage.setItem(keys.restart, JSON.stringify(deed.restart));
      open(deed.path);
  }
}
