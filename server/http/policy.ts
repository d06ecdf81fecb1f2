/** What the pages of one build need besides their own origin. */
export interface SiteNeeds {
  /** Address of the checkout script: a path of our own, or elsewhere. */
  checkoutScript: string;
  /** Origins that calls and metrics are sent to. */
  calls: readonly string[];
  /** Hashes of the scripts that stand in its documents, as a policy names them. */
  scripts: readonly string[];
  /** Whether the visualiser, which shows the site in a frame, is built in. */
  visualiser: boolean;
}

/** A site that needs nothing from elsewhere. */
export const needsNothing: SiteNeeds = {
  checkoutScript: '/simulator/checkout.js',
  calls: [],
  scripts: [],
  visualiser: false,
};

type Sources = Readonly<Record<string, readonly string[]>>;

/** Content-Security-Policy of every page; the ones below add to it. */
const everyPage: Sources = {
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

/** What Razorpay's checkout loads, opens and sends; it writes its own styles into the page. */
const razorpay: Sources = {
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
};

/** The visualiser lays out in a worker, exports pictures, and frames the site. */
const visualiser: Sources = {
  'img-src': ['blob:'],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': ["'self'"],
};

/** The one page that pays. Spec §2. */
export const PAYING_PAGE = '/register-re';
const VISUALISER_PAGE = '/visualiser';

const isVisualiser = (page: string) => page === VISUALISER_PAGE || page.startsWith(`${VISUALISER_PAGE}/`);

/** What other sites may show of us: the logo in the provider's window, the pictures for social media. */
export const SHOWN_ELSEWHERE = ['/icon.svg', '/social/*'] as const;

const isShared = (path: string) =>
  path === needsNothing.checkoutScript ||
  SHOWN_ELSEWHERE.some((each) => (each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : path === each));

const fixed = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb'];

/** The security headers of one address of a site; as everywhere on it, case and a slash at the end make no difference. */
export function securityHeaders(path: string, needs: SiteNeeds): Readonly<Record<string, string>> {
  const page = path.toLowerCase().replace(/(.)\/+$/, '$1');
  return {
    'Content-Security-Policy': policyText(policyOf(page, needs)),
    ...fixed,
    'Permissions-Policy': permissions(page === PAYING_PAGE && isForeign(needs.checkoutScript)),
    'Cross-Origin-Opener-Policy': openerPolicy(needs),
    'Cross-Origin-Resource-Policy': isShared(path) ? 'cross-origin' : 'same-origin',
  };
}

/**
 * The headers that fit every address of a site at once: what any of its pages needs is allowed.
 *
 * For static hosts, which differ in what they do when two rules give one address the same header: whether the second
 * replaces the first or both are enforced, a page with a rule of its own ends up with its own policy.
 */
export function widestHeaders(needs: SiteNeeds): Readonly<Record<string, string>> {
  const pages = [PAYING_PAGE, ...(needs.visualiser ? [VISUALISER_PAGE] : [])];
  return {
    ...securityHeaders('/', needs),
    'Content-Security-Policy': policyText(merge(...pages.map((page) => policyOf(page, needs)))),
  };
}

function policyOf(page: string, needs: SiteNeeds): Sources {
  return merge(
    everyPage,
    { 'connect-src': needs.calls, 'script-src': needs.scripts },
    needs.visualiser ? { 'frame-ancestors': ["'self'"] } : {},
    page === PAYING_PAGE ? checkout(needs.checkoutScript) : {},
    isVisualiser(page) && needs.visualiser ? visualiser : {},
  );
}

function checkout(script: string): Sources {
  if (!isForeign(script)) return {};
  const { origin } = new URL(script);
  if (razorpay['script-src']?.includes(origin)) return razorpay;
  return { 'script-src': [origin], 'connect-src': [origin], 'frame-src': [origin] };
}

/** Windows that a bank opens while one pays must stay connected to the page. */
const openerPolicy = ({ checkoutScript }: SiteNeeds) =>
  isForeign(checkoutScript) ? 'same-origin-allow-popups' : 'same-origin';

function permissions(pays: boolean): string {
  const payment = pays
    ? `payment=(self ${(razorpay['frame-src'] ?? []).map(quoted).join(' ')})`
    : 'payment=()';
  return [...PERMISSIONS.map((name) => `${name}=()`), payment].join(', ');
}

const quoted = (text: string) => `"${text}"`;

const isForeign = (address: string) => URL.canParse(address);

/** All sources of several policies; what was `'none'` is so no more when there are others. */
function merge(...policies: readonly Sources[]): Sources {
  const names = [...new Set(policies.flatMap((policy) => Object.keys(policy)))];
  return Object.fromEntries(
    names.map((name) => {
      const sources = [...new Set(policies.flatMap((policy) => policy[name] ?? []))];
      const allowed = sources.filter((source) => source !== "'none'");
      return [name, allowed.length > 0 ? allowed : sources];
    }),
  );
}

const policyText = (policy: Sources) =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
