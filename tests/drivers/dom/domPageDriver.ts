import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import type { PageDriver } from '../pageDriver.ts';
import { domBrowser, domChannel } from './domBrowser.tsx';
import { domClock, domIncidents } from './domEnvironment.ts';
import {
  type DomCheckoutDriver,
  type DomNetworkDriver,
  domBuild,
  domCheckout,
  domNetwork,
} from './domNetwork.ts';
import { domScreen, domUser } from './domScreen.ts';

export type DomPageDriver = PageDriver & {
  checkout: DomCheckoutDriver;
  network: DomNetworkDriver;
  close: () => void;
};

/** The page driver for a flow on a React screen, with Testing Library, a fake network and a fake clock. */
export function domPageDriver(flow: string): DomPageDriver {
  const clock = domClock();
  const network = domNetwork();
  const channel = domChannel();
  const incidents = domIncidents();
  const screen = domScreen(flow, incidents.all);
  const checkout = domCheckout();
  const browser = domBrowser({
    areScreensPaused: network.areScreensPaused,
    onLeave: () => {
      network.reset();
      checkout.reset();
    },
  });
  return {
    ...{ browser, screen, network, clock, checkout, channel },
    user: domUser(flow),
    build: domBuild(),
    close: () => {
      cleanup();
      channel.close();
      screen.close();
      incidents.close();
      vi.restoreAllMocks();
      sessionStorage.clear();
      localStorage.clear();
      vi.unstubAllGlobals();
      vi.useRealTimers();
    },
  };
}
