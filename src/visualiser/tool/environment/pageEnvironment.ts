import type { Flow } from '../../../../machines/paths/index.ts';
import type { EnvironmentSettings } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import type { ActorOutcome, Answer, PageEnvironment } from '../../shared/channel/protocol.ts';
import { CONNECTION_LOST, networkActors, outcomeOfAnswer, serverActors } from './serverCalls.ts';

/** Milliseconds for which everything is under way in a slow network: longer than the site takes to say that it is slow. */
const SLOW_DELAY = 8_000;

const ownAnswers = (flow: Flow, { answers }: EnvironmentSettings): Promise<Answer>[] =>
  answers.map(async ({ actor, delay, times, ...answer }) => {
    const outcome = await outcomeOfAnswer(flow, actor, answer);
    return { flow: flow.id, actor, outcome, delay, times };
  });

/** The outcome of an actor without the network. */
const lostOutcome = async (flow: Flow, actor: string): Promise<ActorOutcome> =>
  serverActors(flow.id).includes(actor)
    ? outcomeOfAnswer(flow, actor, null)
    : { kind: 'error', message: CONNECTION_LOST };

/** The answers of every actor that needs the network, on a slow or lost one. */
const networkAnswers = (flow: Flow, { network }: EnvironmentSettings): Promise<Answer>[] =>
  networkActors(flow).map(async (actor) => {
    const [outcome, delay] =
      network === 'lost' ? [await lostOutcome(flow, actor), 0] : [{ kind: 'real' as const }, SLOW_DELAY];
    return { flow: flow.id, actor, outcome, delay, times: null };
  });

/**
 * The environment that settings mean for a page: the answers are for one flow, the network is for all flows of the
 * site.
 */
export async function pageEnvironmentOf(
  flow: Flow | null,
  siteFlows: readonly Flow[],
  settings: EnvironmentSettings,
): Promise<PageEnvironment> {
  const { network, isTranslated } = settings;
  const ofNetwork = network === 'normal' ? [] : siteFlows.flatMap((each) => networkAnswers(each, settings));
  return {
    isOffline: network === 'lost',
    answers: await Promise.all([...(flow ? ownAnswers(flow, settings) : []), ...ofNetwork]),
    isTranslated,
  };
}
