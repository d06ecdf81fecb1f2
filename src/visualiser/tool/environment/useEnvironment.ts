import { useLocation } from 'react-router-dom';
import { catalogue } from '../../../../machines/catalogue.ts';
import type { Flow } from '../../../../machines/paths/index.ts';
import type { LinkEvent } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { useSnapshot } from '../../../browser/snapshot.ts';
import { useSubscription } from '../../../browser/subscription.ts';
import { useOnChange } from '../../../browser/useOnChange.ts';
import { useOnMount } from '../../../browser/useOnMount.ts';
import type { PageCommand } from '../../shared/channel/types.ts';
import { connection } from '../connection/connection.ts';
import { flowWithId } from '../flowModels.ts';
import { sendToFollowedPage, type VisualiserFlows } from '../visualiserFlows.ts';
import type { Scenario } from './environment.types.ts';
import { environmentStore, settingsLeft } from './environmentStore.ts';
import { pageEnvironmentOf } from './pageEnvironment.ts';
import { scenarioFromFragment } from './scenarios.ts';

const siteFlows = catalogue.filter(({ page }) => page !== null);

/** Returns the command that sets the chosen environment on a page. */
async function configureCommand(): Promise<PageCommand> {
  const state = environmentStore.getSnapshot().context;
  const settings = settingsLeft(state);
  const environment = await pageEnvironmentOf(flowWithId(state.flow ?? '') ?? null, siteFlows, settings);
  return { type: 'configure', environment };
}

/** Sets the chosen environment on the followed page, and on each page that is followed later. */
export function useEnvironment(flows: VisualiserFlows): void {
  const { revision } = useSnapshot(environmentStore).context;
  const { followedPage } = flows.link.snapshot.context;
  const { hash } = useLocation();
  const configure = async () => sendToFollowedPage(flows, await configureCommand());
  useOnChange(revision, configure);
  useOnChange(followedPage?.tab, async () => {
    if (revision > 0) await configure();
  });
  useSubscription<LinkEvent>(connection.listen, (event) => {
    if (event.type !== 'present' && event.type !== 'observed') return;
    const { answersLeft = [], page } = event;
    if (page.id === followedPage?.id) environmentStore.send({ type: 'answersUsed', left: answersLeft });
  });
  useOnMount(async () => {
    const scenario = await scenarioFromFragment(hash);
    if (!scenario) return;
    environmentStore.send({ type: 'opened', scenario });
    if (!flows.view.snapshot.context.arePanelsShown) flows.view.send({ type: 'panelsToggled' });
    flows.view.send({ type: 'panel.environment' });
  });
}

/** Loads the page of a flow anew, in the environment of a scenario. */
export async function replayScenario(flows: VisualiserFlows, flow: Flow, scenario: Scenario): Promise<void> {
  environmentStore.send({ type: 'opened', scenario });
  sendToFollowedPage(flows, await configureCommand());
  sendToFollowedPage(flows, {
    type: 'open',
    path: flow.page ?? '/',
    draftsToClear: [flow.id],
    restart: null,
  });
}
