/** The status of an address, and the path of the page shown there; for a redirection, its target. */
type Row = readonly [address: string, status: 200 | 308 | 404, page: string];

const NOT_FOUND = '/404';
const UNKNOWN_POST = '/blog/404';
const POST = '/blog/how-to-improve-math-skills';

/**
 * Odd addresses. The server answers each, and the page shows itself, by the same rule:
 * `machines/shared/address.ts`.
 */
export const addresses: readonly Row[] = [
  ['/', 200, '/'],
  ['/?utm_source=a&x=%', 200, '/'],
  ['/about', 200, '/about'],
  ['/about/', 200, '/about'],
  ['/ABOUT', 200, '/about'],
  ['/%61bout', 200, '/about'],
  ['/about?', 200, '/about'],
  ['/about#/services', 200, '/about'],
  ['/about?next=//evil.example', 200, '/about'],
  ['/gettouch', 200, '/getTouch'],
  ['/register%2dre', 200, '/register-re'],
  [POST.toUpperCase(), 200, POST],
  [`${POST}/`, 200, POST],
  ['/blog/category/Mathematics', 200, '/blog/category/mathematics'],
  ['/index.html', 308, '/'],
  ['/about/index.html', 308, '/about'],
  ['/About/INDEX.html', 308, '/about'],
  ['/blog/index.html', 308, '/blog'],
  ['//', 308, '/'],
  ['//about', 308, '/about'],
  ['/about//', 308, '/about'],
  ['/blog//how-to-improve-math-skills', 308, POST],
  ['//about/index.html?a=b', 308, '/about?a=b'],
  ['/about%2F', 404, NOT_FOUND],
  ['/about%5C', 404, NOT_FOUND],
  ['/%2Fabout', 404, NOT_FOUND],
  ['/about%20', 404, NOT_FOUND],
  ['/about%3Fa', 404, NOT_FOUND],
  ['/about%23a', 404, NOT_FOUND],
  ['/about%252F', 404, NOT_FOUND],
  ['/about;a=b', 404, NOT_FOUND],
  ['/about.html', 404, NOT_FOUND],
  ['/about/index.htm', 404, NOT_FOUND],
  ['/about/team', 404, NOT_FOUND],
  ['/404', 404, NOT_FOUND],
  ['/404.html', 404, NOT_FOUND],
  ['//evil.example', 404, NOT_FOUND],
  ['/%', 404, NOT_FOUND],
  ['/%zz', 404, NOT_FOUND],
  ['/%ff', 404, NOT_FOUND],
  ['/ब्लॉग', 404, NOT_FOUND],
  ['/%E0%A4%AC', 404, NOT_FOUND],
  [`/${'a'.repeat(4_000)}`, 404, NOT_FOUND],
  ['/blog/%', 404, NOT_FOUND],
  ['/blog/a%2Fb', 404, NOT_FOUND],
  ['/blog/tag', 404, NOT_FOUND],
  ['/blog/tag/math', 404, NOT_FOUND],
  ['/blog/category', 404, NOT_FOUND],
  ['/blog/category/', 404, NOT_FOUND],
  ['/blog/404', 404, UNKNOWN_POST],
  ['/blog/404.html', 404, UNKNOWN_POST],
  ['/blog/no-such-post', 404, UNKNOWN_POST],
  ['/blog/no-such-post/', 404, UNKNOWN_POST],
  ['/blog/100%25', 404, UNKNOWN_POST],
];
