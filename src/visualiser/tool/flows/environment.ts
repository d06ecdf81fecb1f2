import { fromPromise, type InputFrom } from 'xstate';
import { catalogue } from '../../../../machines/catalogue.ts';
import {
  type visualiserEnvironmentActors,
  visualiserEnvironmentMachine,
} from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.machine.ts';
import type { PageCommand } from '../../shared/channel/protocol.ts';
import { connection } from '../connection/connection.ts';
import { pageEnvironmentOf } from '../environment/pageEnvironment.ts';
import { flowWithId } from '../model/flowModels.ts';

const siteFlows = catalogue.filter(({ page }) => page !== null);

const sendToPage = (tab: string | null, command: PageCommand): void => {
  const page = connection.pageStateIn(tab ?? '')?.page;
  if (page) connection.sendCommand(page.id, command);
};

type PageSettings = InputFrom<typeof visualiserEnvironmentActors.setOnPage>;

async function setOnPage({ tab, flow, settings }: PageSettings): Promise<void> {
  const environment = await pageEnvironmentOf(flowWithId(flow ?? '') ?? null, siteFlows, settings);
  sendToPage(tab, { type: 'configure', environment });
}

/** The environment of the followed page, with its implementations. */
export const environment = visualiserEnvironmentMachine.provide({
  actors: { setOnPage: fromPromise(({ input }) => setOnPage(input)) },
});
