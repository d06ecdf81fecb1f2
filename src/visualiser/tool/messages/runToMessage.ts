import type { Run } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { type CatalogueMessage, titleOf } from '../errorCatalogue.ts';
import { flowWithId } from '../flowModels.ts';
import { messageRun } from '../runSteps.ts';

/** Returns the run to a message on the page in a tab. */
export function runToMessage(message: CatalogueMessage, tab: string): Run {
  const flow = flowWithId(message.flow);
  if (!flow) throw new Error(`There is no flow "${message.flow}".`);
  return { ...messageRun(flow, message, tab), message: titleOf(message) };
}
