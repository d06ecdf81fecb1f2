import { act } from '@testing-library/react';
import { vi } from 'vitest';
import * as posts from '../../../src/content/posts/loaders.ts';
import { loadedScreens, screenNames, screens } from '../../../src/screens.ts';
import type { FileReply, NetworkDriver, Reply } from '../pageDriver.ts';
import { settle } from './settle.ts';

type Call = { path: string; body: unknown; settle: (reply: Reply) => void };

type FileRequest = (reply: FileReply) => Promise<void>;

const responseOf = (reply: Exclude<Reply, 'disconnected'>): Response =>
  'json' in reply
    ? Response.json(reply.json, { status: reply.status })
    : new Response(reply.text, { status: reply.status, headers: { 'content-type': 'text/html' } });

/** Returns the loader of a file whose requests wait in a list for their reply. */
const paused =
  <File>(load: () => Promise<File>, requests: FileRequest[]) =>
  (): Promise<File> =>
    new Promise((resolve, reject) => {
      requests.push(async (reply) => {
        if (reply === 'loaded') resolve(await load());
        else reject(new TypeError('Failed to fetch the module.'));
      });
    });

/** Fakes the calls to the service, and pauses the loading of blog posts and, where asked, of screens. */
export function domNetwork(): NetworkDriver & { areScreensPaused: () => boolean; reset: () => void } {
  const waiting = new Set<Call>();
  const made: Call[] = [];
  const postRequests: FileRequest[] = [];
  const screenRequests: FileRequest[] = [];
  let areScreensPaused = false;

  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      const call: Call = {
        path,
        body: JSON.parse(body),
        settle: (reply) =>
          reply === 'disconnected' ? reject(new TypeError('Failed to fetch')) : resolve(responseOf(reply)),
      };
      made.push(call);
      waiting.add(call);
      signal.addEventListener('abort', () => {
        waiting.delete(call);
        reject(signal.reason);
      });
    });
  });

  const { postLoaders } = posts;
  vi.spyOn(posts, 'postLoaders', 'get').mockReturnValue({
    'how-to-improve-math-skills': paused(postLoaders['how-to-improve-math-skills'], postRequests),
    'future-ready-skills': paused(postLoaders['future-ready-skills'], postRequests),
  });

  return {
    reply: async (path, reply) => {
      const call = [...waiting].find((made) => made.path === path);
      if (!call) throw new Error(`no call to ${path} waits for a reply`);
      waiting.delete(call);
      call.settle(reply);
      await settle();
    },
    calls: async (path) => made.filter((call) => call.path === path).map(({ body }) => body),
    replyForPost: async (reply) => {
      const request = postRequests.pop();
      if (!request) throw new Error('no request for the text of a post waits for a reply');
      await act(() => request(reply));
      await settle();
    },
    pauseScreens: async () => {
      areScreensPaused = true;
      loadedScreens.clear();
      for (const screen of screenNames) {
        const { load } = screens[screen];
        vi.spyOn(screens[screen], 'load').mockImplementation(paused(load, screenRequests));
      }
    },
    replyForScreen: async (reply) => {
      const request = screenRequests.pop();
      if (!request) throw new Error('no request for a screen waits for a reply');
      await request(reply);
      await settle();
    },
    areScreensPaused: () => areScreensPaused,
    /** Forgets the calls of a page that is left. */
    reset: () => {
      waiting.clear();
    },
  };
}
