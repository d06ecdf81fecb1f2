import { doneEvent, errorEvent } from '../../../machines/paths/xstateInternals.ts';
import { storageKeys } from '../channel/names.ts';
import type { ActorOutcome, PageCommand } from '../channel/protocol.ts';
import type { Inspection } from '../instrumentation/inspection.ts';

/** Holds the world of one flow, also when the page is loaded again, and lets every other go on. */
export function pauseFlow(inspection: Inspection, flow: string | null): void {
  if (flow === null) sessionStorage.removeItem(storageKeys.paused);
  else sessionStorage.setItem(storageKeys.paused, flow);
  inspection.pause(flow);
}

/** Takes the page to a path, loaded afresh. */
function loadPage(path: string): void {
  if (path === window.location.pathname) window.location.reload();
  else window.location.assign(path);
}

function provideOutcome({ invokedActors }: Inspection, id: number, outcome: ActorOutcome): void {
  const invokedActor = invokedActors.active.get(id);
  if (!invokedActor) return;
  if (outcome.kind === 'real') invokedActor.startReal();
  else if (outcome.kind === 'never') invokedActor.state = 'never';
  else if (outcome.kind === 'output')
    invokedActor.sendOutcome(doneEvent(invokedActor.invocation, outcome.output));
  else invokedActor.sendOutcome(errorEvent(invokedActor.invocation, new Error(outcome.message)));
}

/** Does on the page what a visualiser asks for. What speaks of something that is gone is left alone. */
export function perform(inspection: Inspection, command: PageCommand): void {
  const { running } = inspection;
  switch (command.type) {
    case 'send':
      running.get(command.session)?.actor.send(command.event);
      break;
    case 'fireTimer':
      running.get(command.session)?.clock.fireNext();
      break;
    case 'provideOutcome':
      provideOutcome(inspection, command.invokedActor, command.outcome);
      break;
    case 'pause':
      pauseFlow(inspection, command.flow);
      break;
    case 'open':
      for (const flow of command.draftsToClear) sessionStorage.removeItem(flow);
      if (command.restart) sessionStorage.setItem(storageKeys.restart, JSON.stringify(command.restart));
      loadPage(command.path);
  }
}
