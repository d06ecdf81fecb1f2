import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import { domPageDriver } from './domPageDriver.ts';

type Listener = EventListenerOrEventListenerObject | null;

/** React listens for it once in a document, in any case. */
const OF_REACT = 'selectionchange';

/**
 * Records the listeners and observers that a page adds from now on to longer-lived objects: the window, the
 * document, and the setting for less motion. The result lists those that are left, and the timers.
 */
function watchLeftovers(): () => string[] {
  const live = new Map<object, string>();
  const outliving: [string, EventTarget][] = [
    ['window', window],
    ['document', document],
    ['reduced motion', window.matchMedia('')],
  ];
  for (const [name, target] of outliving) {
    const byType = new Map<string, Map<Listener, object>>();
    const { addEventListener, removeEventListener } = target;
    const forget = (type: string, listener: Listener) => {
      live.delete(byType.get(type)?.get(listener) ?? {});
      byType.get(type)?.delete(listener);
    };
    vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
      const ofType = byType.get(type) ?? new Map<Listener, object>();
      byType.set(type, ofType);
      if (type !== OF_REACT && !ofType.has(listener)) {
        const entry = {};
        ofType.set(listener, entry);
        live.set(entry, `a listener of the ${name} for ${type}`);
        if (typeof options === 'object')
          options.signal?.addEventListener('abort', () => forget(type, listener));
      }
      addEventListener.call(target, type, listener, options);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((type, listener, options) => {
      forget(type, listener);
      removeEventListener.call(target, type, listener, options);
    });
  }
  vi.stubGlobal(
    'MutationObserver',
    class extends MutationObserver {
      override observe(...what: Parameters<MutationObserver['observe']>) {
        live.set(this, 'an observer of the document');
        super.observe(...what);
      }
      override disconnect() {
        live.delete(this);
        super.disconnect();
      }
    },
  );
  return () => [...live.values(), ...Array.from({ length: vi.getTimerCount() }, () => 'a timer')];
}

/** The page driver of `domPageDriver`. Its `close` throws where the page leaves something behind. */
export function domPageDriverWithLeftoverCheck(flow: string): ReturnType<typeof domPageDriver> {
  const page = domPageDriver(flow);
  const leftovers = watchLeftovers();
  return {
    ...page,
    close: () => {
      cleanup();
      const left = leftovers();
      page.close();
      if (left.length > 0) throw new Error(`The page leaves behind: ${left.join(', ')}`);
    },
  };
}
