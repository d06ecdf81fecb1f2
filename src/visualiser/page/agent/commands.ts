import { runtime } from '../../../../machines/paths/index.ts';
import type { ActorOutcome, PageCommand, PageEnvironment } from '../../shared/channel/protocol.ts';
import { savedEnvironment } from '../environment/savedEnvironment.ts';
import type { Inspection } from '../instrumentation/inspection.ts';
import { savedPause, savedRestart } from '../instrumentation/startup.ts';

/** Pauses the environment of one flow, also after a reload, and resumes every other; null resumes all. */
export function pauseFlow(inspection: Inspection, flow: string | null, keepsWaiting = false): void {
  savedPause.save(flow);
  inspection.pause(flow, keepsWaiting);
}

/** Loads the page of a path, also where it is the current one. */
function loadPage(path: string): void {
  if (path === window.location.pathname) window.location.reload();
  else window.location.assign(path);
}

export function provideOutcome({ invokedActors }: Inspection, id: number, outcome: ActorOutcome): void {
  const invokedActor = invokedActors.active.get(id);
  if (!invokedActor) return;
  if (outcome.kind === 'real') invokedActor.startReal();
  else if (outcome.kind === 'never') invokedActor.state = 'never';
  else if (outcome.kind === 'output')
    invokedActor.sendOutcome(runtime.doneEvent(invokedActor.invocation, outcome.output));
  else invokedActor.sendOutcome(runtime.errorEvent(invokedActor.invocation, new Error(outcome.message)));
}

/** Performs a command of a visualiser. Ignores a command whose session or invoked actor has ended. */
export function perform(
  inspection: Inspection,
  command: Exclude<PageCommand, { type: 'check' | 'audit' | 'outline' }>,
  configure: (environment: PageEnvironment) => void,
): void {
  const { running } = inspection;
  switch (command.type) {
    case 'send':
      running.get(command.session)?.actor.send(command.event);
      break;
    case 'fireTimer':
      running.get(command.session)?.clock.fireNext();
      break;
    case 'provideOutcome':
      if (command.delay === undefined) provideOutcome(inspection, command.invokedActor, command.outcome);
      else setTimeout(() => provideOutcome(inspection, command.invokedActor, command.outcome), command.delay);
      break;
    case 'pause':
      pauseFlow(inspection, command.flow, command.keepsWaiting);
      break;
    case 'configure':
      savedEnvironment.save(command.environment);
      configure(command.environment);
      break;
    case 'open':
      for (const flow of command.draftsToClear) sessionStorage.removeItem(flow);
      savedRestart.save(command.restart);
      loadPage(command.path);
  }
}
