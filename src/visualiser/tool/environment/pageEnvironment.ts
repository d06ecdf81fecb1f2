import type { Flow } from '../../../../machines/paths/index.ts';
import type { EnvironmentSettings } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import type { Answer, PageEnvironment } from '../../shared/channel/protocol.ts';
import { CONNECTION_LOST, networkActors, outcomeOfAnswer, serverActors } from './serverCalls.ts';

/** Milliseconds for which everything is under way in a slow network: longer than the site takes to say that it is slow. */
const SLOW_DELAY = 8_000;

async function ownAnswers(flow: Flow, { answers }: EnvironmentSettings): Promise<Answer[]> {
  return Promise.all(
    answers.map(async (answer) => ({
      flow: flow.id,
      actor: answer.actor,
      outcome: await outcomeOfAnswer(flow, answer.actor, answer),
      delay: answer.delay,
      times: answer.times,
    })),
  );
}

async function answersWithoutNetwork(flow: Flow): Promise<Answer[]> {
  const calls = serverActors(flow.id);
  return Promise.all(
    networkActors(flow).map(async (actor): Promise<Answer> => {
      const outcome = calls.includes(actor)
        ? await outcomeOfAnswer(flow, actor, null)
        : ({ kind: 'error', message: CONNECTION_LOST } as const);
      return { flow: flow.id, actor, outcome, delay: 0, times: null };
    }),
  );
}

const slowAnswers = (flow: Flow): Answer[] =>
  networkActors(flow).map((actor) => ({
    flow: flow.id,
    actor,
    outcome: { kind: 'real' },
    delay: SLOW_DELAY,
    times: null,
  }));

/**
 * Returns the environment that settings mean for a page: the answers are for one flow, the network is for all flows of
 * the site.
 */
export async function pageEnvironmentOf(
  flow: Flow | null,
  siteFlows: readonly Flow[],
  settings: EnvironmentSettings,
): Promise<PageEnvironment> {
  const { network, colorScheme, reducedMotion } = settings;
  const isOffline = network === 'lost';
  const ofNetwork = isOffline
    ? await Promise.all(siteFlows.map(answersWithoutNetwork))
    : network === 'slow'
      ? siteFlows.map(slowAnswers)
      : [];
  return {
    isOffline,
    answers: [...(flow ? await ownAnswers(flow, settings) : []), ...ofNetwork.flat()],
    colorScheme,
    reducedMotion,
  };
}
