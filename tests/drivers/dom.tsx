import { setImmediate } from 'node:timers';
import { act, cleanup, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { expect, vi } from 'vitest';
import * as postings from '../../src/content/postings.ts';
import * as postTexts from '../../src/content/posts/loaders.ts';
import type { Microstep } from '../../src/flows/microsteps.ts';
import { Routes } from '../../src/routes.tsx';
import { loadScreen, screenAt, screenNames, screens } from '../../src/screens/screens.ts';
import { InstantChannel } from './channel.ts';
import { readFiles, readFocus, readForm } from './form.ts';
import type { CheckoutDeed, Hands, Reply, ScriptReply } from './hands.ts';
import fakeRazorpay from './razorpay.fake.js?raw';

declare global {
  interface Window {
    inCheckout?: (deed: CheckoutDeed) => void;
    checkoutIsBroken?: boolean;
    /** The types of what the visualiser has said on its channel. */
    said?: string[];
  }
}

type Call = { path: string; body: unknown; settle: (reply: Reply) => void };

/** Lets everything that waits for a turn of the event loop have it. */
const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));

const responseOf = (reply: Exclude<Reply, 'disconnected'>): Response =>
  'json' in reply
    ? Response.json(reply.json, { status: reply.status })
    : new Response(reply.text, { status: reply.status, headers: { 'content-type': 'text/html' } });

/** Tells how to go to another page of the site. */
function Navigation({ found }: { found: (navigate: NavigateFunction) => void }) {
  found(useNavigate());
  return null;
}

type PostRequest = (reply: 'loaded' | 'not loaded') => Promise<void>;

/** The loading of blog posts, each of which waits in a list until it is told what comes of it. */
function heldPosts(requests: PostRequest[]): typeof postTexts.postLoaders {
  const { postLoaders } = postTexts;
  const held =
    <Text,>(load: () => Promise<Text>) =>
    () =>
      new Promise<Text>((resolve, reject) => {
        requests.push(async (reply) => {
          if (reply === 'loaded') resolve(await load());
          else reject(new TypeError('Failed to fetch the module.'));
        });
      });
  return {
    'how-to-improve-math-skills': held(postLoaders['how-to-improve-math-skills']),
    'future-ready-skills': held(postLoaders['future-ready-skills']),
  };
}

/** The hands on a flow on a React screen, with Testing Library, a held network and a clock that stands still. */
export function domHands(flow: string): Hands & { close: () => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // Testing Library lets pending work run by Jest's name for it.
  vi.stubGlobal('jest', {
    advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
  });
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const waiting: Call[] = [];
  const made: Call[] = [];
  const scripts: HTMLScriptElement[] = [];

  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      const call: Call = {
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
  vi.stubGlobal('BroadcastChannel', InstantChannel);
  const said: string[] = [];
  const ear = new InstantChannel('visualiser');
  ear.onmessage = ({ data }) => said.push(String(Reflect.get(Object(data), 'type')));
  const taken: string[] = [];
  const note = ({ detail }: CustomEvent<Microstep>) => {
    if (detail.flow === flow) taken.push(...detail.transitions);
  };
  window.addEventListener('microstep', note);
  const alerts: string[] = [];
  vi.stubGlobal('alert', (text: string) => alerts.push(text));
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
  });

  const screenRequests: ((reply: 'loaded' | 'not loaded') => Promise<void>)[] = [];
  let areScreensHeld = false;
  const motion = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => motion);

  const postRequests: PostRequest[] = [];
  vi.spyOn(postTexts, 'postLoaders', 'get').mockReturnValue(heldPosts(postRequests));
  let navigate: NavigateFunction | undefined;

  const root = (): HTMLElement => {
    const element = document.querySelector<HTMLElement>(`[data-flow="${flow}"]`);
    if (!element) throw new Error(`nothing on the page renders the flow "${flow}"`);
    return element;
  };
  const here = () => within(root());
  const labelled = <Control extends HTMLElement>(label: string | RegExp) =>
    here().getByLabelText<Control>(label);

  return {
    open: async (path) => {
      cleanup();
      waiting.length = 0;
      scripts.length = 0;
      delete window.Razorpay;
      for (const element of [...document.body.children]) element.remove();
      const root = document.createElement('div');
      root.id = 'root';
      document.body.append(root);
      const isVisualiser = path.startsWith('/visualiser');
      const Shown = isVisualiser ? (await import('../../src/visualiser/Visualiser.tsx')).Visualiser : Routes;
      if (!areScreensHeld && !isVisualiser) await loadScreen(screenAt(path));
      render(
        <MemoryRouter initialEntries={[path]}>
          <Navigation
            found={(found) => {
              navigate = found;
            }}
          />
          <Shown />
        </MemoryRouter>,
        { container: root },
      );
      await settle();
    },
    navigate: async (path) => {
      await act(async () => navigate?.(path));
      await settle();
    },
    startEmpty: async () => {},
    withdrawPostings: async (category) => {
      const left = postings.postings.filter((posting) => posting.category !== category);
      vi.spyOn(postings, 'postings', 'get').mockReturnValue(left);
    },
    keepDraft: async (key, draft) => {
      cleanup();
      sessionStorage.setItem(key, JSON.stringify({ keptAt: Date.now(), draft }));
    },

    fill: async (label, text) => {
      const control = labelled<HTMLInputElement>(label);
      if (control.readOnly) return;
      await user.clear(control);
      if (text !== '') {
        await user.click(control);
        await user.paste(text);
      }
      await settle();
    },
    choose: async (label, option) => {
      const control = labelled<HTMLSelectElement>(label);
      if (control.value !== option) await user.selectOptions(control, option);
    },
    tick: async (label, on) => {
      const box = labelled<HTMLInputElement>(label);
      if (box.checked !== on) await user.click(box);
    },
    attach: async (label, fileName) => {
      const files = fileName === null ? [] : [new File(['%PDF-1.4'], fileName)];
      await user.upload(labelled<HTMLInputElement>(label), files);
      await settle();
    },
    press: async (name, role = 'button', article) => {
      const place = article === undefined ? here() : within(here().getByRole('article', { name: article }));
      await user.click(place.getByRole(role, { name }));
      await settle();
    },
    pressTwice: async (name) => {
      await user.dblClick(here().getByRole('button', { name }));
      await settle();
    },
    key: async (key) => {
      await user.keyboard(`{${key}}`);
      // What a browser does of itself.
      if (key === 'Escape')
        await act(async () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close());
      await settle();
    },
    hover: async (on) => {
      await (on ? user.hover(root()) : user.unhover(root()));
      await settle();
    },
    focusOn: async (name, role = 'button') => {
      await act(async () => here().getByRole(role, { name }).focus());
      await settle();
    },
    blur: async () => {
      await act(async () => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await settle();
    },
    narrow: async () => {},
    reduceMotion: async () => {
      await act(async () => {
        motion.matches = true;
        motion.dispatchEvent(new Event('change'));
      });
      await settle();
    },
    hideTab: async (hidden) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
      await act(async () => document.dispatchEvent(new Event('visibilitychange')));
      await settle();
    },

    sees: async (text) => {
      expect(here().getByText(text)).toBeVisible();
    },
    seesNot: async (text) => {
      const found = here().queryByText(text);
      if (found) expect(found).not.toBeVisible();
    },
    seesButton: async (name, { press }) => {
      const button = here().getByRole('button', { name });
      if (press) expect(button).toBeEnabled();
      else expect(button).toBeDisabled();
    },
    attribute: async (role, name, attribute) => here().getByRole(role, { name }).getAttribute(attribute),
    formValues: async () => readForm(root()),
    seesChosen: async (tab) => {
      const chosen = here().getAllByRole('tab', { selected: true });
      expect(chosen.map(({ textContent }) => textContent)).toEqual([tab]);
    },
    dialog: async () => root().querySelector('dialog[open] h2')?.textContent ?? null,
    chosenFiles: async () => readFiles(root()),
    focus: async () => readFocus(document),
    hasFocus: async (thing) => {
      const found = readFocus(document);
      if (thing === null) expect(found, 'what has the focus').not.toBe('');
      else expect(found, 'what has the focus').toBe(thing);
    },
    isIn: async (state) => {
      expect(root().dataset.state).toBe(state);
    },
    alerts: async () => alerts,

    answer: async (path, reply) => {
      const call = waiting.find((made) => made.path === path);
      if (!call) throw new Error(`no call to ${path} waits for an answer`);
      waiting.splice(waiting.indexOf(call), 1);
      call.settle(reply);
      await settle();
    },
    calls: async (path) => made.filter((call) => call.path === path).map(({ body }) => body),
    holdScreens: async () => {
      areScreensHeld = true;
      for (const screen of screenNames) {
        const { load } = screens[screen];
        vi.spyOn(screens[screen], 'load').mockImplementation(
          () =>
            new Promise((resolve, reject) => {
              const answer = async (reply: 'loaded' | 'not loaded') =>
                reply === 'loaded'
                  ? resolve(await load())
                  : reject(new TypeError('Failed to fetch the module.'));
              screenRequests.push(answer);
            }),
        );
      }
    },
    answerScreen: async (reply) => {
      const answer = screenRequests.pop();
      if (!answer) throw new Error('nobody has asked for a screen');
      await answer(reply);
      await settle();
    },
    answerScript: async (reply: ScriptReply) => {
      const script = scripts.pop();
      if (!script) throw new Error('nobody has asked for the checkout script');
      if (reply === 'loaded') new Function(fakeRazorpay)();
      await act(async () => {
        script.dispatchEvent(new Event(reply === 'not loaded' ? 'error' : 'load'));
      });
      await settle();
    },
    answerPost: async (reply) => {
      const answer = postRequests.pop();
      if (!answer) throw new Error('nobody has asked for the text of a post');
      await act(() => answer(reply));
      await settle();
    },
    breakCheckout: async () => {
      window.checkoutIsBroken = true;
    },
    inCheckout: async (deed) => {
      await act(async () => window.inCheckout?.(deed));
      await settle();
    },
    says: async (message) => {
      await act(async () => {
        const channel = new InstantChannel('visualiser');
        channel.postMessage(message);
        channel.close();
      });
      await settle();
    },
    heard: async (type) => said.filter((other) => other === type).length,
    taken: async () => taken,
    pass: async (milliseconds) => {
      await act(() => vi.advanceTimersByTimeAsync(milliseconds));
      await settle();
    },
    close: () => {
      cleanup();
      ear.close();
      window.removeEventListener('microstep', note);
      vi.restoreAllMocks();
      sessionStorage.clear();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
