import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { reportWebVitals } from '../../src/browser/webVitals.ts';
import { eventually } from '../support/eventually.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** What is reported of how fast the pages are, where it is sent, and when it begins. */

vi.mock('web-vitals', () => ({
  ...{ onCLS: vi.fn(), onFCP: vi.fn(), onINP: vi.fn(), onLCP: vi.fn(), onTTFB: vi.fn() },
}));

const metrics = [onCLS, onFCP, onINP, onLCP, onTTFB].map((onMetric) => vi.mocked(onMetric));
const begun = () => metrics.map(({ mock }) => mock.calls.length);

const sending = vi.fn((_url: string, _body: Blob) => true);
let idle: { callback: () => void; options: object } | undefined;

beforeEach(() => {
  idle = undefined;
  vi.stubGlobal('requestIdleCallback', (callback: () => void, options: object) => {
    idle = { callback, options };
  });
  Object.defineProperty(navigator, 'sendBeacon', { value: sending, configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'sendBeacon');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const onMetric of metrics) onMetric.mockReset();
  sending.mockReset();
});

const reported = async () => {
  const [url, body] = sending.mock.lastCall ?? [];
  return { url, type: body?.type, report: JSON.parse((await body?.text()) ?? 'null') };
};

test('each metric is sent with its page, also for pages that are shown without loading a document', async () => {
  reportWebVitals('https://metrics.test/vitals');
  expect(begun()).toEqual([1, 1, 1, 1, 1]);
  const sent: unknown[] = [];
  for (const { mock } of nonEmpty(metrics)) {
    const [send, options] = mock.lastCall ?? [];
    expect(options).toEqual({ reportSoftNavs: true });
    const metric = { value: 0.1, rating: 'good', delta: 0.1, entries: [], id: 'v5-1' } as const;
    const navigation = {
      ...{ navigationType: 'navigate', navigationId: 1 },
      navigationURL: 'https://academy.test/contact?from=mail#form',
    } as const;
    Reflect.apply(send ?? expect.fail, null, [{ name: `metric ${sent.length}`, ...metric, ...navigation }]);
    sent.push(await reported());
  }
  expect(sent).toEqual(
    metrics.map((_, index) => ({
      url: 'https://metrics.test/vitals',
      type: 'application/json',
      report: {
        ...{ name: `metric ${index}`, value: 0.1, rating: 'good', id: 'v5-1' },
        ...{ navigationType: 'navigate', path: '/contact' },
      },
    })),
  );
});

test('a metric without a page is one of the page that is shown', async () => {
  history.replaceState(null, '', '/shown?from=mail');
  reportWebVitals('/vitals');
  Reflect.apply(metrics[0]?.mock.lastCall?.[0] ?? expect.fail, null, [{ name: 'CLS' }]);
  expect((await reported()).report).toEqual({ name: 'CLS', path: '/shown' });
  history.replaceState(null, '', '/');
});

/** Reports as a build with this address does, in a document with this state. */
async function reportTo(url: string, readyState: DocumentReadyState) {
  vi.resetModules();
  vi.stubEnv('VITE_METRICS_URL', url);
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
  const { reportMetrics } = await import('../../src/browser/metrics.ts');
  reportMetrics();
}

test('a page that is loaded is measured once the browser is idle', async () => {
  await reportTo('/vitals', 'complete');
  expect(idle?.options).toEqual({ timeout: 10_000 });
  expect(begun()).toEqual([0, 0, 0, 0, 0]);
  idle?.callback();
  await eventually(() => expect(begun()).toEqual([1, 1, 1, 1, 1]));
  Reflect.apply(metrics[0]?.mock.lastCall?.[0] ?? expect.fail, null, [{ name: 'CLS' }]);
  expect((await reported()).url).toBe('/vitals');
});

test('a page that loads is measured after that, once', async () => {
  await reportTo('/vitals', 'interactive');
  expect(idle).toBeUndefined();
  window.dispatchEvent(new Event('load'));
  expect(idle).toBeDefined();
  idle = undefined;
  window.dispatchEvent(new Event('load'));
  expect(idle).toBeUndefined();
});

test('without an address nothing is measured', async () => {
  const listening = vi.spyOn(window, 'addEventListener');
  await reportTo('', 'complete');
  await reportTo('', 'loading');
  expect(idle).toBeUndefined();
  expect(listening).not.toHaveBeenCalled();
});
