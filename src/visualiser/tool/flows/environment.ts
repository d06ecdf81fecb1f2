import { fromPromise } from 'xstate';
import { catalogue } from '../../../../machines/catalogue.ts';
import { visualiserEnvironmentMachine } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.machine.ts';
import type { SiteFlow } from '../../../flows/useFlow.ts';
import type { PageCommand } from '../../shared/channel/types.ts';
import { connection } from '../connection/connection.ts';
import { pageEnvironmentOf } from '../environment/pageEnvironment.ts';
import { saveScenarios } from '../environment/scenarios.ts';
import { flowWithId } from '../flowModels.ts';

const siteFlows = catalogue.filter(({ page }) => page !== null);

const sendToPage = (tab: string | null, command: PageCommand): void => {
  const page = connection.pageStateIn(tab ?? '')?.page;
  if (page) connection.sendCommand(page.id, command);
};

/** The environment of the followed page, with its implementations. */
export const environment: SiteFlow<typeof visualiserEnvironmentMachine> = {
  id: 'visualiserEnvironment',
  machine: visualiserEnvironmentMachine.provide({
    actors: {
      setOnPage: fromPromise(async ({ input: { tab, flow, settings } }) => {
        const chosen = await pageEnvironmentOf(flowWithId(flow ?? '') ?? null, siteFlows, settings);
        sendToPage(tab, { type: 'configure', environment: chosen });
      }),
    },
    actions: {
      saveScenarios: ({ context }) => saveScenarios(context.scenarios),
      openPage: ({ context: { tab, flow } }) => {
        const path = flowWithId(flow ?? '')?.page ?? '/';
        sendToPage(tab, { type: 'open', path, draftsToClear: flow === null ? [] : [flow], restart: null });
      },
    },
  }),
};
