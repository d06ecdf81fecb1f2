import { setImmediate } from 'node:timers';
import { act, cleanup, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { expect, vi } from 'vitest';
import * as postings from '../../src/content/postings.ts';
import { Routes } from '../../src/routes.tsx';
import { loadScreen, screenNameForPath, screenNames, screens } from '../../src/screens.ts';
import type { CheckoutDeed, Hands, ScriptReply } from './hands.ts';
import { mockedEnvironment } from './mockedEnvironment.ts';
import fakeRazorpay from './razorpay.fake.js?raw';
import { readFiles, readFocus, readForm } from './readPage.ts';
import { SynchronousBroadcastChannel } from './synchronousBroadcastChannel.ts';

declare global {
  interface Window {
    inCheckout?: (deed: CheckoutDeed) => void;
    checkoutIsBroken?: boolean;
    /** The types of what the visualiser has said on its channel. */
    said?: string[];
  }
}

/** Lets everything that waits for a turn of the event loop have it. */
const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));

/** Tells how to go to another page of the site. */
function Navigation({ found }: { found: (navigate: NavigateFunction) => void }) {
  found(useNavigate());
  return null;
}

/** The hands on a flow on a React screen, with Testing Library, a held network and a clock that stands still. */
export function domHands(flow: string): Hands & { close: () => void } {
  const world = mockedEnvironment(flow);
  const { waiting, made, scripts, said, taken, alerts, motion, postRequests } = world;
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const screenRequests: ((reply: 'loaded' | 'not loaded') => Promise<void>)[] = [];
  let areScreensHeld = false;
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
      if (!areScreensHeld && !isVisualiser) await loadScreen(screenNameForPath(path));
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
      sessionStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), draft }));
    },

    fill: async (label, text) => {
      const control = labelled<HTMLInputElement>(label);
      if (control.readOnly) return false;
      await user.clear(control);
      if (text !== '') {
        await user.click(control);
        await user.paste(text);
      }
      await settle();
      return true;
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
    focus: async () => readFocus(document.documentElement),
    hasFocus: async (thing) => {
      const found = readFocus(document.documentElement);
      if (thing === null) expect(found, 'what has the focus').not.toBe('');
      else expect(found, 'what has the focus').toBe(thing);
    },
    state: async () => document.querySelector<HTMLElement>(`[data-flow="${flow}"]`)?.dataset.state ?? null,
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
        const channel = new SynchronousBroadcastChannel('visualiser');
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
      world.close();
    },
  };
}
