import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { crossFade } from '../../src/browser/crossFade.ts';
import { copyToClipboard, downloadFile } from '../../src/browser/downloadAndClipboard.ts';
import { toggleFullScreen } from '../../src/browser/fullScreen.ts';
import { elementForHash } from '../../src/browser/hash.ts';
import { printPage } from '../../src/browser/print.ts';
import { today } from '../../src/browser/today.ts';
import { whenIdle } from '../../src/browser/whenIdle.ts';

/** What the site asks of the browser. */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const callback = vi.fn();
beforeEach(() => void callback.mockReset());

test('elementForHash: also by an encoded hash, and none by one that is not valid', () => {
  document.body.innerHTML = '<p id="terms"></p><p id="शर्तें"></p><p id="100%"></p>';
  expect(
    ['#terms', `#${encodeURIComponent('शर्तें')}`, '#100%', '#none', ''].map((hash) => elementForHash(hash)?.id),
  ).toEqual(['terms', 'शर्तें', '100%', undefined, undefined]);
});

test('today: the day of the visitor', () => {
  vi.useFakeTimers({ now: new Date(2026, 1, 3, 23, 59) });
  expect(today()).toBe('2026-02-03');
});

test('printPage opens the dialogue of the browser', () => {
  vi.stubGlobal('print', callback);
  printPage();
  expect(callback).toHaveBeenCalledOnce();
});

describe('crossFade', () => {
  test.each([
    ['without view transitions', false, false, 0],
    ['with reduced motion', true, true, 0],
    ['with view transitions', true, false, 1],
  ])('%s', async (_, hasTransitions, isReduced, transitions) => {
    const matchMedia = vi.fn((query: string) => ({
      matches: isReduced && query === '(prefers-reduced-motion: reduce)',
    }));
    vi.stubGlobal('matchMedia', matchMedia);
    const skipped = Promise.reject(new Error('skipped'));
    const start = vi.fn((update: () => void) => {
      update();
      return { ready: skipped };
    });
    Object.defineProperty(document, 'startViewTransition', {
      value: hasTransitions ? start : undefined,
      configurable: true,
    });
    if (transitions === 0) skipped.catch(() => {});
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    crossFade(callback);
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', unhandled);
    Reflect.deleteProperty(document, 'startViewTransition');
    expect(start).toHaveBeenCalledTimes(transitions);
    expect(callback).toHaveBeenCalledOnce();
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('whenIdle', () => {
  test('when the browser is idle, after ten seconds at the latest', () => {
    const request = vi.fn();
    vi.stubGlobal('requestIdleCallback', request);
    whenIdle(callback);
    expect(request).toHaveBeenCalledExactlyOnceWith(callback, { timeout: 10_000 });
  });

  test('after two seconds where the browser cannot say', () => {
    vi.useFakeTimers();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    whenIdle(callback);
    vi.advanceTimersByTime(1_999);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });
});

test('downloadFile: under its name, and its address is given up', () => {
  const revoking = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const clicked: string[] = [];
  vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    if (this instanceof HTMLAnchorElement) clicked.push(`${this.download} ${this.href}`);
  });
  downloadFile('report.html', new Blob());
  expect(clicked).toEqual(['report.html blob:file']);
  expect(revoking).toHaveBeenCalledExactlyOnceWith('blob:file');
});

test('copyToClipboard: where the browser allows it', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  vi.stubGlobal('navigator', {});
  expect(() => copyToClipboard('text')).not.toThrow();
  const writeText = vi.fn(() => Promise.reject(new Error('refused')));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  copyToClipboard('text');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('text');
  expect(unhandled).not.toHaveBeenCalled();
});

describe('toggleFullScreen', () => {
  const [request, exit] = [vi.fn(async () => {}), vi.fn(async () => {})];
  let full: Element | null = null;
  const fills = () => document.getElementById('view')?.getAttribute('data-fills-window');

  beforeEach(() => {
    document.body.innerHTML = '<div id="view"></div>';
    full = null;
    request.mockReset();
    exit.mockReset();
    const view = Object.assign(document.getElementById('view') ?? {}, { requestFullscreen: request });
    Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
    Object.defineProperty(document, 'exitFullscreen', { value: exit, configurable: true });
    expect(view).toBe(document.getElementById('view'));
  });

  test('the element is on the full screen, then it is not', async () => {
    await toggleFullScreen('none');
    expect(request).not.toHaveBeenCalled();
    await toggleFullScreen('view');
    expect(request).toHaveBeenCalledOnce();
    expect(exit).not.toHaveBeenCalled();
    full = document.getElementById('view');
    await toggleFullScreen('view');
    expect(exit).toHaveBeenCalledOnce();
    expect(request).toHaveBeenCalledOnce();
    expect(fills()).toBeNull();
  });

  test('it fills the window where the browser refuses that, then it does not', async () => {
    request.mockRejectedValue(new TypeError('refused'));
    await toggleFullScreen('view');
    expect(fills()).toBe('');
    await toggleFullScreen('view');
    expect(fills()).toBeNull();
    expect(request).toHaveBeenCalledOnce();
  });
});
