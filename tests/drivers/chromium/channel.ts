import type { Page } from 'playwright-core';
import type { ChannelDriver } from '../pageDriver.ts';

declare global {
  interface Window {
    /** The types of the messages and commands that the visualiser has posted on its channel. */
    postedTypes?: string[];
    /** The number of the last check that it has asked a page for. */
    lastCheck?: number;
  }
}

/** Posts on the channel of the visualisers, and records what a visualiser posts there. */
export async function chromiumChannel(page: Page, flow: string): Promise<ChannelDriver> {
  if (flow.startsWith('visualiser'))
    await page.addInitScript(() => {
      const postedTypes: string[] = [];
      window.postedTypes = postedTypes;
      new BroadcastChannel('visualiser').onmessage = ({ data }) => {
        postedTypes.push(data.command?.type ?? data.type);
        window.lastCheck = data.command?.check ?? window.lastCheck;
      };
    });
  return {
    post: (message) =>
      page.evaluate(async (posted) => {
        const channel = new BroadcastChannel('visualiser');
        const echo = new BroadcastChannel('visualiser');
        const isDelivered = new Promise((resolve) => {
          echo.onmessage = resolve;
        });
        channel.postMessage(posted);
        await isDelivered;
        channel.close();
        echo.close();
      }, message),
    countPosted: (type) =>
      page.evaluate(
        (counted) => (window.postedTypes ?? []).filter((other) => other === counted).length,
        type,
      ),
    lastCheck: () => page.evaluate(() => window.lastCheck ?? 0),
  };
}
