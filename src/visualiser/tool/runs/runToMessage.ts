import type { Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { flowWithId } from '../model/flowModels.ts';
import { type CatalogueMessage, titleOf } from '../model/messages/errorCatalogue.ts';
import { simulateMessage } from './runSteps.ts';

/**
 * The run that produces a message on the page in a tab.
 *
 * @throws Error if there is no such flow, or a step of the message is not possible in its state
 */
export function runToMessage(message: CatalogueMessage, tab: string): Run {
  const flow = flowWithId(message.flow);
  if (!flow) throw new Error(`There is no flow "${message.flow}".`);
  const steps = simulateMessage(flow, message).map(({ step }) => step);
  return { title: message.text, message: titleOf(message), flow: flow.id, tab, skipsPauses: true, steps };
}
