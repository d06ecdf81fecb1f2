import type { Page } from 'playwright-core';
import { untilHydrated } from '../hydrated.ts';
import type { BrowserDriver } from '../pageDriver.ts';

/** Drives the tab of a page, and accepts its alert boxes. */
export function chromiumBrowser(page: Page): BrowserDriver {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  return {
    open: async (path) => {
      await page.goto(path);
      await untilHydrated(page);
    },
    navigate: (path) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path),
    saveDraft: async (key, draft) => {
      await page.goto('/icon.svg');
      await page.evaluate(
        ([name, saved]) =>
          sessionStorage.setItem(name, JSON.stringify({ savedAt: Date.now(), draft: saved })),
        [key, draft] as const,
      );
    },
    resizeToPhone: () => page.setViewportSize({ width: 390, height: 844 }),
    preferReducedMotion: async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
    setTabHidden: (isHidden) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      ),
    setOffline: (isOffline) =>
      page.evaluate((isLost) => {
        Object.defineProperty(navigator, 'onLine', { value: !isLost, configurable: true });
        window.dispatchEvent(new Event(isLost ? 'offline' : 'online'));
      }, isOffline),
    alerts: async () => alerts,
  };
}
