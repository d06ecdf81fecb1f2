import type { Route } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { type Visited, visit } from './visitor/visitor.ts';

const { borrowPage } = sharedBrowser();

/** Mistakes on a page that no flow knows of, each with the message of the visitor. */
const mistakes: Record<string, [html: string, said: string]> = {
  'a listener that throws': [
    '<button onclick="this.append(1); none()">Go</button>',
    'Uncaught: none is not defined',
  ],
  'a listener that logs an error': [
    '<button onclick="this.append(1); console.error(7)">Go</button>',
    'The console says: 7',
  ],
  'a picture that is not there': [
    '<button onclick="this.append(Object.assign(new Image(), { src: `/none.png` }))">Go</button>',
    'GET /none.png was replied to with 404',
  ],
  'a link that leads nowhere': [
    '<a href="/nowhere">Go</a>',
    'This leads to /nowhere, where there is no page.',
  ],
  'a button that does nothing': ['<button>Go</button>', 'The button does nothing.'],
};

test.each(Object.entries(mistakes))(
  'a visitor finds %s, and says how to come to it',
  async (_, [html, said]) => {
    const site: Visited = {
      origin: inject('site'),
      paths: ['/'],
      hasPage: (path) => path === '/',
      patience: 500,
      openPage: async () => {
        const { page, giveBack } = await borrowPage({ baseURL: inject('site') });
        const body = `<!doctype html><html lang="en"><title>Test</title><main>${html}</main>`;
        const answer = (route: Route) => route.fulfill({ contentType: 'text/html', body });
        for (const path of ['/', '/nowhere']) await page.route(path, answer);
        return { page, giveBack, inspect: async () => [] };
      },
    };
    const failure: unknown = await visit(site, 1, { actions: 20 }).catch((error: unknown) => error);
    const [problem, ...steps] = failure instanceof Error ? failure.message.split('\n') : [];
    expect(problem).toContain(said);
    expect(steps.slice(0, 2)).toEqual([
      '  1. open /',
      expect.stringMatching(/^ {2}2\. press the (link|button) "Go"/),
    ]);
  },
);
