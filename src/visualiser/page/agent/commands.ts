import type { PageCommand, PageEnvironment } from '../../shared/channel/protocol.ts';
import type { Inspection } from '../instrumentation/inspection.ts';
import { savedRestart } from '../instrumentation/startup.ts';

/** Loads the page of a path, also where it is the current one. */
function loadPage(path: string): void {
  if (path === window.location.pathname) window.location.reload();
  else window.location.assign(path);
}

/** Performs a command of a visualiser. Ignores a command whose session or invoked actor has ended. */
export function perform(
  inspection: Inspection,
  command: Exclude<PageCommand, { type: 'check' | 'audit' | 'outline' }>,
  configure: (environment: PageEnvironment) => void,
): void {
  const { running, invokedActors } = inspection;
  switch (command.type) {
    case 'send':
      running.get(command.session)?.actor.send(command.event);
      break;
    case 'fireTimer':
      running.get(command.session)?.clock.fireNext();
      break;
    case 'provideOutcome':
      if (command.delay === undefined) invokedActors.settle(command.invokedActor, command.outcome);
      else setTimeout(() => invokedActors.settle(command.invokedActor, command.outcome), command.delay);
      break;
    case 'pause':
      inspection.pause(command.flow, command.keepsWaiting);
      break;
    case 'configure':
      configure(command.environment);
      break;
    case 'open':
      for (const flow of command.draftsToClear) sessionStorage.removeItem(flow);
      savedRestart.save(command.restart);
      loadPage(command.path);
  }
}
