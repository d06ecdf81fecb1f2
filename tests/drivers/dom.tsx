import { setImmediate } from 'node:timers';
import { act, cleanup, render, screen } from '@testing-library/react';
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

/** The hands on a React screen, with Testing Library, a held network and a clock that stands still. */
export function domHands(): Hands & { close: () => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // Testing Library lets pending work run by Jest's name for it.
  vi.stubGlobal('jest', {
    advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
  });
  const user = userEvent.setup({ delay: null });
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
  const append = vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
  });

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
      const control = screen.getByLabelText<HTMLInputElement>(label);
      if (control.readOnly || control.value === text) return;
      await user.clear(control);
      if (text !== '') {
        await user.click(control);
        await user.paste(text);
      }
      await settle();
    },
    choose: async (label, option) => {
      const control = screen.getByLabelText<HTMLSelectElement>(label);
      if (control.value !== option) await user.selectOptions(control, option);
    },
    tick: async (label, on) => {
      const box = screen.getByLabelText<HTMLInputElement>(label);
      if (box.checked !== on) await user.click(box);
    },
    press: async (button) => {
      await user.click(screen.getByRole('button', { name: button }));
      await settle();
    },

    sees: async (text) => {
      expect(screen.getByText(text)).toBeVisible();
    },
    seesNot: async (text) => {
      expect(screen.queryByText(text)).toBeNull();
    },
    seesButton: async (name, { press }) => {
      const button = screen.getByRole('button', { name });
      if (press) expect(button).toBeEnabled();
      else expect(button).toBeDisabled();
    },
    formValues: async () => readForm(document),
    focus: async () => document.activeElement?.id ?? '',
    isIn: async (flow, state) => {
      expect(document.querySelector(`[data-flow="${flow}"]`)?.getAttribute('data-state')).toBe(state);
    },

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
      append.mockRestore();
      sessionStorage.clear();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
