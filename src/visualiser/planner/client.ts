import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { Pose } from '../channel/messages.ts';
import { answerTo, type Planned, type Question, type Reply, type Way } from './planner.ts';

type Answer = Planned | Way;

let next = 1;
const waiting = new Map<number, (reply: Reply) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  return started;
}

let worker: Worker | undefined;

/** Asks the planner, in a worker where there are any: exploring must not hold up the page beside it. */
async function ask(question: Question): Promise<Answer> {
  if (typeof Worker === 'undefined') return answerTo(question);
  worker ??= startWorker();
  const id = next++;
  worker.postMessage({ id, question });
  const reply = await new Promise<Reply>((resolve) => waiting.set(id, resolve));
  if ('problem' in reply) throw new Error(reply.problem);
  return reply.answer;
}

const isPlanned = (answer: Answer): answer is Planned => answer !== null && 'paths' in answer;
const isWay = (answer: Answer): answer is Exclude<Way, null> => answer !== null && 'goal' in answer;

type PlanActor = ActorRefFrom<PromiseActorLogic<Planned | null>>;

const plans = new Map<string, PlanActor>();

async function plan(flow: string): Promise<Planned | null> {
  const answer = await ask({ kind: 'plan', flow });
  return isPlanned(answer) ? answer : null;
}

/** Works out the generated paths of a flow, once. */
export function planOf(flow: string): PlanActor {
  const known = plans.get(flow);
  if (known) return known;
  const actor = createActor(fromPromise(() => plan(flow)));
  // Who shows the plan says that it failed; nobody else needs to hear of it.
  actor.subscribe({ error: () => {} });
  plans.set(flow, actor.start());
  return actor;
}

/** The shortest way to one of several goals, from where the page stands. */
export const wayToOneOf = (flow: string, goals: string[], pose: Pose | null): Promise<Way> =>
  ask({ kind: 'way', flow, goals, pose }).then((answer) => (isWay(answer) ? answer : null));
