import type { SiteVariable } from './site.ts';

/** The requirements of the pages of one build besides their own origin. */
export type SiteRequirements = {
  /** Address of the checkout script: a path of our own, or elsewhere. */
  checkoutScript: string;
  /** Origins that calls and metrics are sent to. */
  connectOrigins: readonly string[];
  /** Hashes of the inline scripts, as sources of a policy. */
  scriptHashes: readonly string[];
  /** Whether the visualiser, which shows the site in a frame, is built in. */
  visualiser: boolean;
};

/** Name of the file of a built site with the requirements of its pages. The server reads it and never sends it. */
export const REQUIREMENTS_FILE = 'site-requirements.json';

/** The facts of a build about its pages. */
export type BuiltRequirements = Omit<SiteRequirements, 'scriptHashes' | 'connectOrigins'> & {
  connectOrigins: string[];
  /** The variables that left a placeholder in the site. */
  placeholders?: SiteVariable[] | undefined;
};

/** Matches an inline module script and speculation rules; scripts with `src` and data blocks do not match. */
const INLINE_SCRIPT = /<script type="(?:module|speculationrules)"(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

export const inlineScriptsIn = (document: string): string[] =>
  [...document.matchAll(INLINE_SCRIPT)].map(([, code = '']) => code);

/** A script, by its SHA-256 in base64, as a source of a policy. */
export const scriptSource = (sha256: string): string => `'sha256-${sha256}'`;

/** The requirements of a site that uses its own origin alone. */
export const noRequirements: SiteRequirements = {
  checkoutScript: '/simulator/checkout.js',
  connectOrigins: [],
  scriptHashes: [],
  visualiser: false,
};

type PolicyDirectives = Readonly<Record<string, readonly string[]>>;

/** Content-Security-Policy of every page; the policies below are added to it. */
const basePolicy: PolicyDirectives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Sources of Razorpay's checkout, which writes its own styles into the page. */
const razorpayPolicy = {
  'script-src': ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['https://cdn.razorpay.com'],
  'connect-src': [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
  ],
  'frame-src': ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  'form-action': ['https://api.razorpay.com'],
} satisfies PolicyDirectives;

/** Sources of the visualiser, which computes its layout in a worker, exports pictures and frames the site. */
const visualiserPolicy: PolicyDirectives = {
  'img-src': ['blob:'],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': ["'self'"],
};

/** The one page with a payment. Spec §2. */
export const PAYMENT_PAGE = '/register-re';
const VISUALISER_PAGE = '/visualiser';

const isVisualiser = (page: string) => page === VISUALISER_PAGE || page.startsWith(`${VISUALISER_PAGE}/`);

/** Files that other sites may load: the logo in the provider's window, the pictures for social media. */
export const CROSS_ORIGIN_FILES = ['/icon.svg', '/social/*'] as const;

const isCrossOrigin = (path: string) =>
  path === noRequirements.checkoutScript ||
  CROSS_ORIGIN_FILES.some((each) =>
    each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : path === each,
  );

const constantHeaders = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

const DISABLED_FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb'];

const pageOf = (path: string) => path.toLowerCase().replace(/(.)\/+$/, '$1');

/** The security headers of a path of a site. Case and a slash at the end make no difference. */
export function securityHeaders(
  path: string,
  requirements: SiteRequirements,
): Readonly<Record<string, string>> {
  const page = pageOf(path);
  return {
    'Content-Security-Policy': serializePolicy(policyForPage(page, requirements)),
    ...constantHeaders,
    'Permissions-Policy': permissionsPolicy(
      page === PAYMENT_PAGE && isAbsoluteUrl(requirements.checkoutScript),
    ),
    'Cross-Origin-Opener-Policy': openerPolicy(requirements),
    'Cross-Origin-Resource-Policy': isCrossOrigin(path) ? 'cross-origin' : 'same-origin',
  };
}

/** `securityHeaders` for one site; computes the headers of each kind of path once. */
export function cachedSecurityHeaders(
  requirements: SiteRequirements,
): (path: string) => Readonly<Record<string, string>> {
  const headersOfKind = new Map<string, Readonly<Record<string, string>>>();
  return (path) => {
    const page = pageOf(path);
    const kind = [page === PAYMENT_PAGE, isVisualiser(page), isCrossOrigin(path)].join();
    const headers = headersOfKind.get(kind) ?? securityHeaders(path, requirements);
    headersOfKind.set(kind, headers);
    return headers;
  };
}

/**
 * The headers for all paths of a site at once: they allow the sources of all its pages.
 *
 * Static hosts differ when two rules set the same header for a path: the second replaces the first, or both are enforced.
 * With these headers in the first rule, a page with a rule of its own gets its own policy in both cases.
 */
export function widestSecurityHeaders(requirements: SiteRequirements): Readonly<Record<string, string>> {
  const pages = [PAYMENT_PAGE, ...(requirements.visualiser ? [VISUALISER_PAGE] : [])];
  return {
    ...securityHeaders('/', requirements),
    'Content-Security-Policy': serializePolicy(
      mergePolicies(...pages.map((page) => policyForPage(page, requirements))),
    ),
  };
}

function policyForPage(page: string, requirements: SiteRequirements): PolicyDirectives {
  return mergePolicies(
    basePolicy,
    { 'connect-src': requirements.connectOrigins, 'script-src': requirements.scriptHashes },
    requirements.visualiser ? { 'frame-ancestors': ["'self'"] } : {},
    page === PAYMENT_PAGE ? checkoutPolicy(requirements.checkoutScript) : {},
    isVisualiser(page) && requirements.visualiser ? visualiserPolicy : {},
  );
}

function checkoutPolicy(script: string): PolicyDirectives {
  if (!isAbsoluteUrl(script)) return {};
  const { origin } = new URL(script);
  if (razorpayPolicy['script-src'].includes(origin)) return razorpayPolicy;
  return { 'script-src': [origin], 'connect-src': [origin], 'frame-src': [origin] };
}

/** Windows that a bank opens while one pays must stay connected to the page. */
const openerPolicy = ({ checkoutScript }: SiteRequirements) =>
  isAbsoluteUrl(checkoutScript) ? 'same-origin-allow-popups' : 'same-origin';

function permissionsPolicy(allowsPayment: boolean): string {
  const payment = allowsPayment
    ? `payment=(self ${razorpayPolicy['frame-src'].map(quoted).join(' ')})`
    : 'payment=()';
  return [...DISABLED_FEATURES.map((name) => `${name}=()`), payment].join(', ');
}

const quoted = (text: string) => `"${text}"`;

function isAbsoluteUrl(address: string): boolean {
  try {
    return new URL(address).protocol !== '';
  } catch {
    return false;
  }
}

/** A policy with all sources of several policies; `'none'` is left out when there are others. */
function mergePolicies(...policies: readonly PolicyDirectives[]): PolicyDirectives {
  const names = [...new Set(policies.flatMap((policy) => Object.keys(policy)))];
  return Object.fromEntries(
    names.map((name) => {
      const sources = [...new Set(policies.flatMap((policy) => policy[name] ?? []))];
      const allowed = sources.filter((source) => source !== "'none'");
      return [name, allowed.length > 0 ? allowed : sources];
    }),
  );
}

const serializePolicy = (policy: PolicyDirectives) =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
