import { createElement, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { splitHead } from '../../../src/prerender/document.ts';
import { render } from '../../../src/prerender/render.tsx';
import { screens } from '../../../src/screens.ts';

/** The HTML of a page, as React renders it without a browser. */

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['/about', '>About '],
  ['/blog/future-ready-skills', '>Future-Ready Skills for Grades 5-10<'],
])('%s is rendered with its head and its data', async (path, heading) => {
  const { head, body } = splitHead(await render(path));
  expect(head.join('\n')).toMatch(/<title>[^<]{10,}<\/title>/);
  expect(body).toMatch(new RegExp(`<h1[^>]*${heading}`));
  expect(body.endsWith('</div>')).toBe(true);
});

const Broken = () => {
  throw new Error('The page is broken.');
};

test.each([
  ['a page', Broken],
  ['a part of a page that may come later', () => createElement(Suspense, null, createElement(Broken))],
])('an error in %s is one of the build', async (_, component) => {
  vi.spyOn(screens.about, 'load').mockResolvedValue(component);
  await expect(render('/about')).rejects.toThrow('The page is broken.');
});
