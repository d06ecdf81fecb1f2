import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Flow } from '../../../../machines/paths/index.ts';
import { errorMessage } from '../../../../machines/shared/actors.ts';
import type { ServerAnswer } from '../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';
import type { RunOutcome } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';

type Actors = Readonly<Record<string, unknown>>;

/** The actors of the site that call the server, by flow, with the code that calls it. */
const loaders: Readonly<Record<string, { actors: readonly string[]; load: () => Promise<Actors> }>> = {
  contact: {
    actors: ['send'],
    load: async () => (await import('../../../flows/contact.ts')).contact.machine.implementations.actors,
  },
  callBack: {
    actors: ['send'],
    load: async () => (await import('../../../flows/callBack.ts')).callBack.machine.implementations.actors,
  },
  scholarship: {
    actors: ['send'],
    load: async () =>
      (await import('../../../flows/scholarship.ts')).scholarship.machine.implementations.actors,
  },
  registration: {
    actors: ['createOrder', 'register', 'checkReceipt'],
    load: async () =>
      (await import('../../../flows/registration.ts')).registration.machine.implementations.actors,
  },
};

export const serverActors = (flow: string): readonly string[] => loaders[flow]?.actors ?? [];

/** The actors of a flow that need the network: those that call the server, and those that load code. */
export const networkActors = ({ outcomes }: Flow): string[] =>
  Object.keys(outcomes).filter((actor) => actor !== 'checkout');

const isLogic = (value: unknown): value is AnyActorLogic =>
  typeof value === 'object' && value !== null && 'transition' in value;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const responseOf = ({ status, body }: Pick<ServerAnswer, 'status' | 'body'>): Response =>
  // The constructor refuses a body for these.
  new Response([204, 205, 304].includes(status) ? null : body, {
    status,
    headers: { 'Content-Type': isJson(body) ? 'application/json' : 'text/html' },
  });

/** The message of the browser where there is no connection. */
export const CONNECTION_LOST = 'Failed to fetch';

/** The files of the visualiser are loaded meanwhile as ever. */
const isOfVisualiser = (request: RequestInfo | URL): boolean => {
  const address = request instanceof Request ? request.url : request;
  return new URL(address, window.location.href).pathname.startsWith('/visualiser/');
};

let lastCall: Promise<unknown> = Promise.resolve();

/** Performs calls with a `fetch` that gives an answer, one after the other. An actor may compute before it calls. */
function withFetch<Result>(
  answer: Pick<ServerAnswer, 'status' | 'body'> | null,
  call: () => Promise<Result>,
): Promise<Result> {
  const result = lastCall.then(async () => {
    const { fetch } = window;
    window.fetch = async (request, init) => {
      if (isOfVisualiser(request)) return fetch(request, init);
      if (answer === null) throw new TypeError(CONNECTION_LOST);
      return responseOf(answer);
    };
    try {
      return await call();
    } finally {
      window.fetch = fetch;
    }
  });
  lastCall = result.catch(() => {});
  return result;
}

const sampleInput = ({ events }: Flow) => ({
  email: 'asha@example.com',
  proof: null,
  paymentId: 'pay_1',
  ...events.changed?.['everything valid'],
});

/**
 * The outcome that the site's own actor makes of an answer of the server, or of no connection: its code runs here,
 * with a `fetch` that gives the answer.
 *
 * @throws Error if the actor does not call the server
 */
export async function outcomeOfAnswer(
  flow: Flow,
  actor: string,
  answer: Pick<ServerAnswer, 'status' | 'body'> | null,
  input: unknown = sampleInput(flow),
): Promise<RunOutcome> {
  const logic = (await loaders[flow.id]?.load())?.[actor];
  if (!isLogic(logic)) throw new Error(`The actor "${actor}" does not call the server.`);
  const ref = createActor(logic, { input });
  const ended = toPromise(ref).then(
    (output): RunOutcome => ({ kind: 'output', output }),
    (error: unknown): RunOutcome => ({ kind: 'error', message: errorMessage(error, '') }),
  );
  return withFetch(answer, () => {
    ref.start();
    return ended;
  });
}
