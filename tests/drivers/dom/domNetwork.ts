import { act } from '@testing-library/react';
import { vi } from 'vitest';
import * as content from '../../../src/content/postings.ts';
import * as posts from '../../../src/content/posts/loaders.ts';
import { loadedScreens, screenNames, screens } from '../../../src/screens.ts';
import type { BuildDriver, CheckoutDriver, FileReply, NetworkDriver, Reply } from '../pageDriver.ts';
import fakeRazorpay from '../razorpay.fake.js?raw';
import { settle } from './domEnvironment.ts';

type Call = { path: string; body: unknown; settle: (reply: Reply | CutOffReply) => void };

/** A response whose body breaks off. */
type CutOffReply = { status: number; cutOff: string };

export type DomNetworkDriver = NetworkDriver & {
  /** Replies to the call that waits at a path with a body that breaks off. */
  replyCutOff: (path: string, reply: CutOffReply) => Promise<void>;
  /** Replies to the oldest call to a path that the page has given up. */
  replyLate: (path: string, reply: Reply) => Promise<void>;
  areScreensPaused: () => boolean;
  reset: () => void;
};

type FileRequest = (reply: FileReply) => Promise<void>;

const JSON_HEADERS = { 'content-type': 'application/json' };

function responseOf(reply: Exclude<Reply, 'disconnected'> | CutOffReply): Response {
  const { status } = reply;
  if ('json' in reply) return Response.json(reply.json, { status });
  if ('text' in reply) return new Response(reply.text, { status, headers: { 'content-type': 'text/html' } });
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode(reply.cutOff));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { status, headers: JSON_HEADERS });
}

/** Each request for the file waits in the list until its reply. */
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
export function domNetwork(): DomNetworkDriver {
  const waiting = new Set<Call>();
  const givenUp: Call[] = [];
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
      // A browser rejects at once; without that, a reply may still come.
      signal.addEventListener('abort', () => {
        waiting.delete(call);
        givenUp.push(call);
      });
    });
  });

  const replyTo = async (path: string, reply: Reply | CutOffReply) => {
    const call = [...waiting].find((made) => made.path === path);
    if (!call) throw new Error(`no call to ${path} waits for a reply`);
    waiting.delete(call);
    call.settle(reply);
    await settle();
  };

  const { postLoaders } = posts;
  vi.spyOn(posts, 'postLoaders', 'get').mockReturnValue({
    'how-to-improve-math-skills': paused(postLoaders['how-to-improve-math-skills'], postRequests),
    'future-ready-skills': paused(postLoaders['future-ready-skills'], postRequests),
  });

  return {
    reply: replyTo,
    replyCutOff: replyTo,
    replyLate: async (path, reply) => {
      const index = givenUp.findIndex((call) => call.path === path);
      const [call] = index < 0 ? [] : givenUp.splice(index, 1);
      if (!call) throw new Error(`no call to ${path} was given up`);
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
      givenUp.length = 0;
    },
  };
}

/** Replaces the content of a build of the site. Nothing is prerendered in the DOM. */
export const domBuild = (): BuildDriver => ({
  disablePrerendering: async () => {},
  removePostings: async (category) => {
    const remaining = content.postings.filter((posting) => posting.category !== category);
    vi.spyOn(content, 'postings', 'get').mockReturnValue(remaining);
  },
});

export type DomCheckoutDriver = CheckoutDriver & {
  /**
   * Runs the script of an earlier request, counted from 0, which a browser also does where the page has given it
   * up.
   */
  runScript: (request: number) => Promise<void>;
  /** The number of scripts that the page has not removed. */
  countScripts: () => number;
  reset: () => void;
};

/** Collects the scripts that the page adds to its head, and runs the fake of the provider's. */
export function domCheckout(): DomCheckoutDriver {
  const scripts: HTMLScriptElement[] = [];
  const requested: HTMLScriptElement[] = [];
  const onPage = new Set<HTMLScriptElement>();
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) return;
    scripts.push(node);
    requested.push(node);
    onPage.add(node);
    vi.spyOn(node, 'remove').mockImplementation(() => onPage.delete(node));
  });
  return {
    replyForScript: async (reply) => {
      const script = scripts.pop();
      if (!script) throw new Error('no request for the checkout script waits for a reply');
      if (reply === 'loaded') new Function(fakeRazorpay)();
      await act(async () => {
        script.dispatchEvent(new Event(reply === 'not loaded' ? 'error' : 'load'));
      });
      await settle();
    },
    runScript: async (request) => {
      const script = requested[request];
      if (!script) throw new Error(`the checkout script was requested ${requested.length} times`);
      new Function(fakeRazorpay)();
      await act(async () => {
        script.dispatchEvent(new Event('load'));
      });
      await settle();
    },
    countScripts: () => onPage.size,
    breakNextWindow: async () => {
      window.isCheckoutBroken = true;
    },
    perform: async (action) => {
      await act(async () => window.performInCheckout?.(action));
      await settle();
    },
    /** Forgets the scripts of a page that is left. */
    reset: () => {
      scripts.length = 0;
      requested.length = 0;
      onPage.clear();
      delete window.Razorpay;
    },
  };
}
