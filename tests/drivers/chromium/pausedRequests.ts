import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** The requests of a page that wait for a reply, and the bodies of all that were made. */
export class PausedRequests {
  readonly #waiting: { key: string; route: Route }[] = [];
  readonly #made: { key: string; body: unknown }[] = [];

  constructor(page: Page) {
    page.on('requestfailed', (request) => {
      const index = this.#waiting.findIndex(({ route }) => route.request() === request);
      if (index >= 0) this.#waiting.splice(index, 1);
    });
  }

  add(key: string, route: Route): void {
    this.#waiting.push({ key, route });
    const body: unknown = route.request().postDataJSON();
    this.#made.push({ key, body });
  }

  /** Waits for a request with a key, and returns the newest, which waits no more. */
  async take(key: string): Promise<Route> {
    await expect
      .poll(() => this.#waiting.some((request) => request.key === key), { message: `a call to ${key}` })
      .toBe(true);
    const index = this.#waiting.findLastIndex((request) => request.key === key);
    const [taken] = this.#waiting.splice(index, 1);
    if (!taken) throw new Error(`no call to ${key} waits for a reply`);
    return taken.route;
  }

  /** Returns the bodies of the requests with a key so far. */
  bodies(key: string): unknown[] {
    return this.#made.filter((made) => made.key === key).map(({ body }) => body);
  }
}
