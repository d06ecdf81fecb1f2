import { setImmediate } from 'node:timers';
import { act, cleanup, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { Routes } from '../../src/routes.tsx';
import { readForm } from './form.ts';
import type { CheckoutDeed, Hands, Reply, ScriptReply } from './hands.ts';
import fakeRazorpay from './razorpay.fake.js?raw';

declare global {
  interface Window {
    inCheckout?: (deed: CheckoutDeed) => void;
    checkoutIsBroken?: boolean;
  }
}

type Call = { path: string; body: unknown; settle: (reply: Reply) => void };

/** Lets everything that waits for a turn of the event loop have it. */
const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));

const responseOf = (reply: Exclude<Reply, 'disconnected'>): Response =>
  'json' in reply
    ? Response.json(reply.json, { status: reply.status })
    : new Response(reply.text, { status: reply.status, headers: { 'content-type': 'text/html' } });

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
  const alerts: string[] = [];
  vi.stubGlobal('alert', (text: string) => alerts.push(text));
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
  });

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
      render(
        <MemoryRouter initialEntries={[path]}>
          <Routes />
        </MemoryRouter>,
        { container: root },
      );
      await settle();
    },
    keepDraft: async (key, draft) => {
      cleanup();
      sessionStorage.setItem(key, JSON.stringify({ keptAt: Date.now(), draft }));
    },

    fill: async (label, text) => {
      const control = labelled<HTMLInputElement>(label);
      if (control.readOnly || control.value === text) return;
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
      await user.upload(labelled<HTMLInputElement>(label), new File(['%PDF-1.4'], fileName));
      await settle();
    },
    press: async (name, role = 'button') => {
      await user.click(here().getByRole(role, { name }));
      await settle();
    },
    key: async (key) => {
      await user.keyboard(`{${key}}`);
      await settle();
    },
    hover: async (on) => {
      await (on ? user.hover(root()) : user.unhover(root()));
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
      expect(here().queryByText(text)).toBeNull();
    },
    seesButton: async (name, { press }) => {
      const button = here().getByRole('button', { name });
      if (press) expect(button).toBeEnabled();
      else expect(button).toBeDisabled();
    },
    attribute: async (role, name, attribute) => here().getByRole(role, { name }).getAttribute(attribute),
    formValues: async () => readForm(root()),
    focus: async () => document.activeElement?.id ?? '',
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
    answerScript: async (reply: ScriptReply) => {
      const script = scripts.pop();
      if (!script) throw new Error('nobody has asked for the checkout script');
      if (reply === 'loaded') new Function(fakeRazorpay)();
      await act(async () => {
        script.dispatchEvent(new Event(reply === 'not loaded' ? 'error' : 'load'));
      });
      await settle();
    },
    breakCheckout: async () => {
      window.checkoutIsBroken = true;
    },
    inCheckout: async (deed) => {
      await act(async () => window.inCheckout?.(deed));
      await settle();
    },
    pass: async (milliseconds) => {
      await act(() => vi.advanceTimersByTimeAsync(milliseconds));
      await settle();
    },
    close: () => {
      cleanup();
      vi.restoreAllMocks();
      sessionStorage.clear();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
