import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { vi } from 'vitest';
import { Routes } from '../../../src/routes.tsx';
import { loadScreen, screenNameForPath } from '../../../src/screens.ts';
import type { BrowserDriver, ChannelDriver } from '../pageDriver.ts';
import { settle } from './domEnvironment.ts';

/** Calls `onNavigate` with the function that goes to another page of the site. */
function Navigation({ onNavigate }: { onNavigate: (navigate: NavigateFunction) => void }) {
  onNavigate(useNavigate());
  return null;
}

type Options = {
  /** Runs when a page is left for one that is loaded afresh. */
  onLeave: () => void;
  /** Whether a page opens before its screen is loaded. */
  areScreensPaused: () => boolean;
};

/** Renders pages in the DOM, and fakes the rest of a browser. */
export function domBrowser({ onLeave, areScreensPaused }: Options): BrowserDriver {
  const alerts: string[] = [];
  vi.stubGlobal('alert', (text: string) => alerts.push(text));
  const reducedMotion = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => reducedMotion);
  let navigate: NavigateFunction | undefined;

  return {
    open: async (path) => {
      cleanup();
      onLeave();
      for (const element of [...document.body.children]) element.remove();
      const root = document.createElement('div');
      root.id = 'root';
      document.body.append(root);
      const isVisualiser = path.startsWith('/visualiser');
      const Page = isVisualiser
        ? (await import('../../../src/visualiser/tool/Visualiser.tsx')).Visualiser
        : Routes;
      if (!areScreensPaused() && !isVisualiser) await loadScreen(screenNameForPath(path));
      await act(async () => {
        render(
          <MemoryRouter initialEntries={[path]}>
            <Navigation
              onNavigate={(found) => {
                navigate = found;
              }}
            />
            <Page />
          </MemoryRouter>,
          { container: root },
        );
      });
      await settle();
    },
    navigate: async (path) => {
      await act(async () => navigate?.(path));
      await settle();
    },
    saveDraft: async (key, draft) => {
      cleanup();
      sessionStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), draft }));
    },
    resizeToPhone: async () => {},
    preferReducedMotion: async () => {
      await act(async () => {
        reducedMotion.matches = true;
        reducedMotion.dispatchEvent(new Event('change'));
      });
      await settle();
    },
    setTabHidden: async (isHidden) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
      await act(async () => document.dispatchEvent(new Event('visibilitychange')));
      await settle();
    },
    setOffline: async (isOffline) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
      await act(async () => window.dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
      await settle();
    },
    alerts: async () => alerts,
  };
}

/** A broadcast channel that delivers its messages synchronously, within one page. */
class SynchronousBroadcastChannel {
  static readonly #open = new Set<SynchronousBroadcastChannel>();
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    SynchronousBroadcastChannel.#open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of [...SynchronousBroadcastChannel.#open])
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }

  close(): void {
    SynchronousBroadcastChannel.#open.delete(this);
  }
}

/** Fakes broadcast channels, and records messages on that of the visualisers. */
export function domChannel(): ChannelDriver & { close: () => void } {
  vi.stubGlobal('BroadcastChannel', SynchronousBroadcastChannel);
  const postedTypes: string[] = [];
  let lastCheck = 0;
  const recorder = new SynchronousBroadcastChannel('visualiser');
  recorder.onmessage = ({ data }) => {
    const { type, command }: { type?: unknown; command?: { type?: unknown; check?: number } } = Object(data);
    postedTypes.push(String(command?.type ?? type));
    lastCheck = command?.check ?? lastCheck;
  };
  return {
    post: async (message) => {
      await act(async () => {
        const channel = new SynchronousBroadcastChannel('visualiser');
        channel.postMessage(message);
        channel.close();
      });
      await settle();
    },
    countPosted: async (type) => postedTypes.filter((other) => other === type).length,
    lastCheck: async () => lastCheck,
    close: () => recorder.close(),
  };
}
