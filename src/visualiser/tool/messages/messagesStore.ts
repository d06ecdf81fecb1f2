import * as v from 'valibot';
import { createActor, fromTransition } from 'xstate';
import { savedData, saveJson } from '../browserStorage.ts';

/** The ticks of a tester for the messages, by their titles. */
export type MessagesState = {
  /** The messages that a page has shown. */
  seen: readonly string[];
  /** Why the last run to a message failed. */
  failures: Readonly<Record<string, string>>;
  /** The messages to be produced; the first one is being produced. */
  queue: readonly string[];
};

export type MessagesEvent =
  | { type: 'shown'; titles: readonly string[] }
  | { type: 'queued'; titles: readonly string[] }
  /** The run to a message has ended; `failure` says why it did not lead there. */
  | { type: 'ran'; title: string; failure: string | null }
  | { type: 'stopped' }
  | { type: 'cleared' };

const withSeen = (state: MessagesState, titles: readonly string[]): MessagesState =>
  titles.every((title) => state.seen.includes(title))
    ? state
    : { ...state, seen: [...new Set([...state.seen, ...titles])] };

export function messagesAfter(state: MessagesState, event: MessagesEvent): MessagesState {
  switch (event.type) {
    case 'shown':
      return withSeen(state, event.titles);
    case 'queued':
      return { ...state, queue: event.titles, failures: {} };
    case 'ran': {
      const { [event.title]: _, ...failures } = state.failures;
      const queue = state.queue.filter((title) => title !== event.title);
      return event.failure === null
        ? withSeen({ ...state, queue, failures }, [event.title])
        : { ...state, queue, failures: { ...failures, [event.title]: event.failure } };
    }
    case 'stopped':
      return { ...state, queue: [] };
    case 'cleared':
      return { ...state, seen: [], failures: {} };
  }
}

/** The entry of the browser's storage in which the seen messages are kept. */
const KEY = 'visualiser-messages';

/** Starts the store of the messages, with those that the browser has kept as seen. */
export function startMessagesStore() {
  const initial: MessagesState = { seen: savedData(KEY, v.array(v.string())) ?? [], failures: {}, queue: [] };
  const store = createActor(fromTransition(messagesAfter, initial)).start();
  let kept = initial.seen;
  store.subscribe(({ context: { seen } }) => {
    if (seen !== kept) saveJson(KEY, JSON.stringify(seen));
    kept = seen;
  });
  return store;
}

export const messagesStore = startMessagesStore();
