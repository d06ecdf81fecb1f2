import { expect, test } from 'vitest';
import { fallbacks, withoutFallback, youngFeatures } from '../support/browserRange/index.ts';
import { builtSite } from './builtSite.ts';

const { read, files } = await builtSite();
const built = files()
  .filter((file) => /\.(html|css|js)$/.test(file))
  .map((file) => [file, read(file)] as const);

test('no built file needs a feature younger than the range of browsers', () => {
  expect(built.length).toBeGreaterThan(30);
  expect(withoutFallback(built)).toEqual([]);
});

test('every fallback is for a feature that the site uses', () => {
  const used = new Set(built.flatMap(([file, text]) => [...youngFeatures(file, text).keys()]));
  expect([...used].sort()).toEqual(expect.arrayContaining(Object.keys(fallbacks)));
});
