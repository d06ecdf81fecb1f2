import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchAsDataUrl, resolveColours, svgToPng } from '../../src/browser/imageExport.ts';

/** A drawing as a file of its own: its colours, the files that it contains, and its picture. */

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('colours are those of the page in a colour scheme, and nothing is left of how they were found', () => {
  const computed = vi.fn(({ style, isConnected }: HTMLElement) => ({
    color: isConnected ? `${style.color} in ${style.colorScheme}` : 'none',
  }));
  vi.stubGlobal('getComputedStyle', computed);
  expect(resolveColours(['ink', 'paper'], 'dark')).toEqual({
    ink: 'var(--ink) in dark',
    paper: 'var(--paper) in dark',
  });
  expect(resolveColours(['ink'], 'light')).toEqual({ ink: 'var(--ink) in light' });
  expect(document.body.children).toHaveLength(0);
});

test('a file of the site becomes a data URL', async () => {
  const fetching = vi.fn(async (_url: string) => ({
    blob: async () => new Blob(['a'], { type: 'font/woff2' }),
  }));
  vi.stubGlobal('fetch', fetching);
  expect(await fetchAsDataUrl('/font.woff2')).toBe('data:font/woff2;base64,YQ==');
  expect(fetching).toHaveBeenCalledExactlyOnceWith('/font.woff2');
});

test('one that cannot be read is an error of the browser', async () => {
  vi.stubGlobal('fetch', async () => ({ blob: async () => new Blob(['a']) }));
  vi.stubGlobal(
    'FileReader',
    class {
      error = new Error('The file could not be read.');
      onerror = () => {};
      readAsDataURL() {
        this.onerror();
      }
    },
  );
  await expect(fetchAsDataUrl('/font.woff2')).rejects.toThrow('The file could not be read.');
});

describe('svgToPng', () => {
  const happened: unknown[] = [];
  const picture = new Blob(['png']);
  let drawn: Blob | null = picture;
  let hasContext = true;

  class StubImage {
    src = '';
    async decode() {
      await Promise.resolve();
      happened.push(`decoded ${this.src}`);
    }
  }

  beforeEach(() => {
    happened.length = 0;
    drawn = picture;
    hasContext = true;
    vi.stubGlobal('Image', StubImage);
    Object.defineProperties(HTMLCanvasElement.prototype, {
      getContext: {
        configurable: true,
        value: (kind: string) =>
          hasContext
            ? {
                drawImage: (image: unknown, ...at: number[]) =>
                  happened.push([kind, image instanceof StubImage, ...at]),
              }
            : null,
      },
      toBlob: {
        configurable: true,
        value(this: HTMLCanvasElement, callback: (blob: Blob | null) => void) {
          happened.push(`${this.width} × ${this.height}`);
          callback(drawn);
        },
      },
    });
  });

  const SVG = 'decoded data:image/svg+xml;base64,PHN2Zy8+';

  test.each([
    ['as large as asked for', { width: 100, height: 50.2 }, 2, 200, 100],
    ['no wider than a canvas can be', { width: 10_000, height: 100 }, 2, 8_192, 82],
    ['no higher than a canvas can be', { width: 100, height: 20_000 }, 1, 41, 8_192],
    ['as large as a canvas can be', { width: 4_096, height: 4_096 }, 2, 8_192, 8_192],
  ])('the picture is %s, once it is decoded', async (_, size, scale, width, height) => {
    expect(await svgToPng('<svg/>', size, scale)).toBe(picture);
    expect(happened).toEqual([SVG, ['2d', true, 0, 0, width, height], `${width} × ${height}`]);
  });

  test.each([true, false])('one that cannot be drawn is an error, with a context: %s', async (context) => {
    drawn = null;
    hasContext = context;
    await expect(svgToPng('<svg/>', { width: 1, height: 1 }, 1)).rejects.toThrow(
      /^The picture cannot be drawn\.$/,
    );
    expect(happened.at(-1)).toBe('1 × 1');
  });
});
