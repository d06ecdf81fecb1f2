import { vi } from 'vitest';
import * as postTexts from '../../src/content/posts/loaders.ts';
import type { Microstep } from '../../src/visualiser/instrumentation/microsteps.ts';
import type { Reply } from './hands.ts';
import { SynchronousBroadcastChannel } from './synchronousBroadcastChannel.ts';

type PendingCall = { path: string; body: unknown; settle: (reply: Reply) => void };

const responseOf = (reply: Exclude<Reply, 'disconnected'>): Response =>
  'json' in reply
    ? Response.json(reply.json, { status: reply.status })
    : new Response(reply.text, { status: reply.status, headers: { 'content-type': 'text/html' } });

type PostRequest = (reply: 'loaded' | 'not loaded') => Promise<void>;

/** The loading of blog posts, each of which waits in a list until it is told what comes of it. */
function pausedPostLoaders(requests: PostRequest[]): typeof postTexts.postLoaders {
  const { postLoaders } = postTexts;
  const paused =
    <Text>(load: () => Promise<Text>) =>
    () =>
      new Promise<Text>((resolve, reject) => {
        requests.push(async (reply) => {
          if (reply === 'loaded') resolve(await load());
          else reject(new TypeError('Failed to fetch the module.'));
        });
      });
  return {
    'how-to-improve-math-skills': paused(postLoaders['how-to-improve-math-skills']),
    'future-ready-skills': paused(postLoaders['future-ready-skills']),
  };
}

/** The world around a React screen, in the hand of a test: the network, the clock, and what the browser would do. */
export function mockedEnvironment(flow: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // Testing Library lets pending work run by Jest's name for it.
  vi.stubGlobal('jest', {
    advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
  });
  const waiting: PendingCall[] = [];
  const made: PendingCall[] = [];
  const scripts: HTMLScriptElement[] = [];

  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      const call: PendingCall = {
        path,
        body: JSON.parse(body),
        settle: (reply) =>
          reply === 'disconnected' ? reject(new TypeError('Failed to fetch')) : resolve(responseOf(reply)),
      };
      made.push(call);
      waiting.push(call);
      signal.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(call), 1);
        reject(signal.reason);
      });
    });
  });
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  const said: string[] = [];
  const listener = new SynchronousBroadcastChannel('visualiser');
  listener.onmessage = ({ data }) => said.push(String(Reflect.get(Object(data), 'type')));
  const taken: string[] = [];
  const recordMicrostep = ({ detail }: CustomEvent<Microstep>) => {
    if (detail.flow === flow) taken.push(...detail.transitions);
  };
  window.addEventListener('microstep', recordMicrostep);
  const alerts: string[] = [];
  vi.stubGlobal('alert', (text: string) => alerts.push(text));
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
  });

  const motion = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => motion);

  const postRequests: PostRequest[] = [];
  vi.spyOn(postTexts, 'postLoaders', 'get').mockReturnValue(pausedPostLoaders(postRequests));

  return {
    waiting,
    made,
    scripts,
    said,
    taken,
    alerts,
    motion,
    postRequests,
    close: () => {
      listener.close();
      window.removeEventListener('microstep', recordMicrostep);
      vi.restoreAllMocks();
      sessionStorage.clear();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
