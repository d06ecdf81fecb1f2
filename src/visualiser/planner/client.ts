import type { Pose } from '../channel/messages.ts';
import { answerTo, type Planned, type Question, type Way } from './planner.ts';

type Answer = Planned | Way;

let next = 1;
const waiting = new Map<number, (answer: Answer) => void>();

function startWorker(): Worker {
  const worker = new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: Answer }>) => {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  };
  return worker;
}

let worker: Worker | undefined;

/** Asks the planner, in a worker: exploring must not hold up the page beside it. */
function ask(question: Question): Promise<Answer> {
  worker ??= startWorker();
  const id = next++;
  worker.postMessage({ id, question });
  return new Promise((resolve) => waiting.set(id, resolve));
}

const isPlanned = (answer: Answer): answer is Planned => answer !== null && 'paths' in answer;
const isWay = (answer: Answer): answer is Exclude<Way, null> => answer !== null && 'goal' in answer;

const plans = new Map<string, Promise<Planned | null>>();

/** The generated paths of a flow, worked out once; at once where there are no workers. */
export function planOf(flow: string): Planned | null | Promise<Planned | null> {
  if (typeof Worker === 'undefined') {
    const answer = answerTo({ kind: 'plan', flow });
    return isPlanned(answer) ? answer : null;
  }
  const known = plans.get(flow);
  if (known) return known;
  const plan = ask({ kind: 'plan', flow }).then((answer) => (isPlanned(answer) ? answer : null));
  plans.set(flow, plan);
  return plan;
}

/** The shortest way to one of several goals, from where the page stands. */
export const wayToOneOf = (flow: string, goals: string[], pose: Pose | null): Promise<Way> =>
  ask({ kind: 'way', flow, goals, pose }).then((answer) => (isWay(answer) ? answer : null));
