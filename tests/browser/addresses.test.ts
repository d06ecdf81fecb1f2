import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, test } from 'vitest';
import { notFoundDocuments, pagePaths } from '../../src/prerender/pagePaths.ts';
import { addresses } from '../support/addresses.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';
import { builtSite, fileOf } from './builtSite.ts';

const { sharedVisit } = sharedBrowser();
const { read } = await builtSite();

/** Requests an address exactly as it is written, as far as its characters can be sent. */
const requestAddress = (address: string) =>
  new Promise<{ status: number; location: string | undefined; type: string; html: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(inject('site'));
      const [path = ''] = address.replaceAll(/[^\0-\x7f]+/g, encodeURIComponent).split('#');
      const sent = request({ hostname, port, path }, (response) => {
        const { location, 'content-type': type = '' } = response.headers;
        text(response).then(
          (html) => resolve({ status: response.statusCode ?? 0, location, type, html }),
          reject,
        );
      });
      sent.once('error', reject).end();
    },
  );

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1];

const headingOfPage = (path: string) =>
  headingOf(read(notFoundDocuments[path] ?? fileOf(path.split('?')[0] ?? '')));

const short = addresses.map(([address, ...rest]) => [address.slice(0, 40), address, ...rest] as const);

test.each(short)('the server answers %s as it is listed', async (_, address, status, page) => {
  const { html, ...answer } = await requestAddress(address);
  const shown = { type: 'text/html; charset=utf-8', heading: headingOfPage(page) };
  expect({ ...answer, heading: headingOf(html) }).toEqual({
    status,
    ...(status === 308 ? { location: page, type: '' } : shown),
  });
});

describe('in a browser', () => {
  const visit = sharedVisit(async (page) => page);

  test.each(short)('%s shows the page that is listed', async (_, address, _status, page) => {
    await visit().goto(`${inject('site')}${address}`);
    expect(await visit().locator('h1').innerHTML()).toBe(headingOfPage(page));
  });
});

test('every page of the route table and of the sitemap has an address of its own', async () => {
  const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/[^/]+([^<]*)/g)].map(
    ([, path = '']) => path,
  );
  expect(listed.length).toBeGreaterThan(10);
  for (const path of nonEmpty([...pagePaths, ...listed]))
    expect(await requestAddress(path)).toMatchObject({ status: 200, location: undefined });
});
