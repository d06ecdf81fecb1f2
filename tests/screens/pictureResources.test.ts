import { afterEach, expect, test, vi } from 'vitest';
import { takePicture } from '../../src/visualiser/agent/picture.ts';
import { createLoad, inlineResources } from '../../src/visualiser/report/inlineResources.ts';
import { completePicture, framedPicture } from '../../src/visualiser/timeline/pictures.ts';

/** The images and fonts of a picture: addresses of the site in the visualiser, data in a bug report. */

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const styleSheets = {
  page: [
    {
      id: 1,
      address: '/assets/site.css',
      media: '',
      text: '@font-face { src: url("./text.woff2") } p { background: url(/paper.svg) }',
    },
  ],
};

/** Takes a picture of a page on which somebody typed the attribute of an image. */
function takenPicture() {
  document.body.innerHTML =
    '<img src="/assets/emblem.svg?a=1&amp;b=2" srcset="/large.svg 2x" loading="lazy" alt="Emblem">' +
    '<img src="https://other.test/logo.svg" alt=""><textarea id="message"></textarea>';
  const field = document.querySelector('textarea');
  if (field) field.value = ' data-picture-src="/typed.svg"';
  return { ...takePicture([], [1]), page: 'page', entry: 1 };
}

const addressesIn = (html: string) =>
  [...html.matchAll(/ (src|srcset|loading)="([^"]*)"/g)].map(([, , found]) => found);

test('in the visualiser it has the addresses that the browser had chosen', () => {
  expect(addressesIn(framedPicture(takenPicture(), false))).toEqual([
    '/assets/emblem.svg?a=1&amp;b=2',
    'https://other.test/logo.svg',
  ]);
});

test('in a report they are data, each loaded once and from the site alone; without fonts where they take too much', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address.replace(window.location.origin, ''));
    return new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
  });
  const { html } = completePicture(takenPicture(), { styleSheets }, false);
  const load = createLoad();
  const data = `data:image/svg+xml;base64,${btoa('<svg/>')}`;
  const complete = await inlineResources(html, true, load);
  expect(addressesIn(complete)).toEqual([data]);
  expect(complete).toContain(`src: url("${data}")`);
  expect(complete).toContain(`background: url("${data}")`);
  expect(complete).toContain(' data-picture-src=&quot;/typed.svg&quot;');
  const withoutFonts = await inlineResources(html, false, load);
  expect(withoutFonts).toContain('src: url("/assets/text.woff2")');
  expect(withoutFonts).toContain(`background: url("${data}")`);
  expect(requested.sort()).toEqual(['/assets/emblem.svg?a=1&b=2', '/assets/text.woff2', '/paper.svg']);
});

test('what cannot be loaded is left as it is', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  const { html } = completePicture(takenPicture(), { styleSheets }, false);
  expect(await inlineResources(html, true, createLoad())).toBe(html);
});
