import { expect, test } from 'vitest';
import {
  CROSS_ORIGIN_FILES,
  cachedSecurityHeaders,
  noRequirements,
  PAYMENT_PAGE,
  type SiteRequirements,
  securityHeaders,
  widestSecurityHeaders,
} from '../../server/http/securityHeaders.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** The security headers of paths, to the letter, without a server. */

const RAZORPAY: SiteRequirements = {
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  connectOrigins: ['https://service.example'],
  scriptHashes: ["'sha256-x'"],
  visualiser: false,
};

const policyOf = (path: string, requirements: SiteRequirements) =>
  securityHeaders(path, requirements)['Content-Security-Policy']?.split('; ');

const OWN_ORIGIN = [
  "default-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** The policy of a site's own origin with other directives in place of its own, or added at the end. */
function ownOriginWith(...directives: string[]): string[] {
  const nameOf = (directive: string) => directive.split(' ')[0];
  const replaced = OWN_ORIGIN.map(
    (own) => directives.find((directive) => nameOf(directive) === nameOf(own)) ?? own,
  );
  return [...new Set([...replaced, ...directives])];
}

const FEATURES = 'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), usb=()';

test('a page of a site that needs nothing else may use its own origin alone', () => {
  expect(noRequirements).toEqual({
    checkoutScript: '/simulator/checkout.js',
    connectOrigins: [],
    scriptHashes: [],
    visualiser: false,
  });
  expect(securityHeaders('/', noRequirements)).toEqual({
    'Content-Security-Policy': OWN_ORIGIN.join('; '),
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': `${FEATURES}, payment=()`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  expect(securityHeaders('/register-re', noRequirements)).toEqual(securityHeaders('/', noRequirements));
  expect(securityHeaders('/visualiser', noRequirements)).toEqual(securityHeaders('/', noRequirements));
});

const PAGE = ownOriginWith("script-src 'self' 'sha256-x'", "connect-src 'self' https://service.example");

const PAYMENT_POLICY = ownOriginWith(
  "script-src 'self' 'sha256-x' https://checkout.razorpay.com https://cdn.razorpay.com",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://cdn.razorpay.com",
  "connect-src 'self' https://service.example https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://lumberjack-cx.razorpay.com",
  "form-action 'self' https://api.razorpay.com",
  'frame-src https://api.razorpay.com https://checkout.razorpay.com',
);

test('only the page that pays may use the provider’s sources', () => {
  expect(PAYMENT_PAGE).toBe('/register-re');
  for (const path of ['/register-re', '/Register-RE', '/register-re/', '/register-re//'])
    expect(policyOf(path, RAZORPAY), path).toEqual(PAYMENT_POLICY);
  for (const path of [
    '/',
    '',
    '/about',
    '/register-rex',
    '/register-re/x',
    '/x/register-re',
    '//register-re',
  ])
    expect(policyOf(path, RAZORPAY), path).toEqual(PAGE);
});

test('only the page that pays may ask for a payment, and each page stays connected to the bank’s window', () => {
  const headersOf = (path: string) => securityHeaders(path, RAZORPAY);
  expect(headersOf('/register-re')['Permissions-Policy']).toBe(
    `${FEATURES}, payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")`,
  );
  expect(headersOf('/')['Permissions-Policy']).toBe(`${FEATURES}, payment=()`);
  for (const path of ['/', '/register-re'])
    expect(headersOf(path)['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
});

test('another checkout script may be loaded, called and framed from its own origin alone', () => {
  const requirements = { ...noRequirements, checkoutScript: 'https://pay.example/simulator/checkout.js' };
  expect(policyOf('/register-re/', requirements)).toEqual(
    ownOriginWith(
      "script-src 'self' https://pay.example",
      "connect-src 'self' https://pay.example",
      'frame-src https://pay.example',
    ),
  );
  expect(policyOf('/', requirements)).toEqual(OWN_ORIGIN);
});

test('a site with the visualiser may be shown in a frame of its own', () => {
  const requirements = { ...noRequirements, visualiser: true };
  const framed = "frame-ancestors 'self'";
  expect(policyOf('/', requirements)).toEqual(ownOriginWith(framed));
  expect(policyOf('/visualisers', requirements)).toEqual(ownOriginWith(framed));
  for (const path of ['/visualiser', '/Visualiser/', '/visualiser/contact'])
    expect(policyOf(path, requirements), path).toEqual(
      ownOriginWith(framed, "img-src 'self' data: blob:", "worker-src 'self' blob:", "frame-src 'self'"),
    );
});

test('other sites may load only the files that they show', () => {
  const policy = (path: string) => securityHeaders(path, RAZORPAY)['Cross-Origin-Resource-Policy'];
  expect(CROSS_ORIGIN_FILES).toEqual(['/icon.svg', '/social/*']);
  for (const path of ['/icon.svg', '/social/home.png', '/simulator/checkout.js'])
    expect(policy(path), path).toBe('cross-origin');
  for (const path of [
    '/',
    '/icon.svgx',
    '/social',
    '/x/social/home.png',
    '/simulator/checkout.jsx',
    '/assets/a.js',
  ])
    expect(policy(path), path).toBe('same-origin');
});

test('the headers of a site are computed once for each kind of path, and are those of the path', () => {
  const requirements = { ...RAZORPAY, visualiser: true };
  const headersOf = cachedSecurityHeaders(requirements);
  const kinds = [
    ['/', '/about', '/assets/a.js'],
    ['/register-re', '/Register-RE/'],
    ['/visualiser', '/visualiser/contact'],
    ['/icon.svg', '/social/home.png'],
  ];
  for (const paths of nonEmpty(kinds)) {
    const [first] = paths.map(headersOf);
    for (const path of nonEmpty(paths)) {
      expect(headersOf(path), path).toEqual(securityHeaders(path, requirements));
      expect(headersOf(path), path).toBe(first);
    }
  }
});

test('the headers for all paths at once allow the sources of all pages', () => {
  expect(widestSecurityHeaders(RAZORPAY)).toEqual({
    ...securityHeaders('/', RAZORPAY),
    'Content-Security-Policy': PAYMENT_POLICY.join('; '),
  });
  const widest = widestSecurityHeaders({ ...RAZORPAY, visualiser: true })['Content-Security-Policy'];
  expect(widest?.split('; ')).toEqual([
    ...PAYMENT_POLICY.map((directive) =>
      directive
        .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        .replace(/^(img-src .*)/, '$1 blob:')
        .replace(/^(frame-src .*)/, "$1 'self'"),
    ),
    "worker-src 'self' blob:",
  ]);
});
