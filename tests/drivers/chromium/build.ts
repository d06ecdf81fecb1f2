import type { Page } from 'playwright-core';
import type { BuildDriver } from '../pageDriver.ts';

/** Returns a document without its prerendered content. */
const withoutPrerendered = (html: string): string =>
  html
    .replace(/<(title|meta|link|script) data-prerendered[^>]*>([^<]*<\/(title|script)>)?/g, '')
    .replace(/<div id="root"[\s\S]*(?=<\/body>)/, '<div id="root"></div>');

/** Changes the files of the build while the browser loads them. */
export function chromiumBuild(page: Page): BuildDriver {
  const context = page.context();
  const disablePrerendering = async () => {
    await context.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, body: withoutPrerendered(await response.text()) });
    });
  };
  return {
    disablePrerendering,
    removePostings: async (category) => {
      await disablePrerendering();
      await context.route(/assets\/[^/]+\.js$/, async (route) => {
        const response = await route.fetch();
        const posting = new RegExp(`\\{id:\\d+,[^{}]*category:["'\`]${category}["'\`][^{}]*\\},?`, 'g');
        await route.fulfill({ response, body: (await response.text()).replace(posting, '') });
      });
    },
  };
}
