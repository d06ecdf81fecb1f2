import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PictureText, StoredPicture } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { placeholder } from '../../../src/visualiser/channel/pictureNames.ts';
import { completePicture, framedPicture, showPicture } from '../../../src/visualiser/timeline/pictures.ts';

/** The documents of pictures: their texts, masked or not, and their style sheets. */

afterEach(() => {
  vi.restoreAllMocks();
});

const stored = (changes: Partial<StoredPicture> = {}): StoredPicture => ({
  html: '<html><head></head><body></body></html>',
  texts: [],
  styleSheets: [],
  width: 390,
  height: 844,
  scroll: { x: 3, y: 7 },
  entry: 1,
  page: 'a load',
  ...changes,
});
const bodyOf = (html: string) => /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1];

describe('a text of a picture', () => {
  const shown = (text: PictureText, isMasked: boolean) => {
    const picture = stored({
      html: `<html><head></head><body>${placeholder(0)}</body></html>`,
      texts: [text],
    });
    return bodyOf(completePicture(picture, { styleSheets: {} }, isMasked).html);
  };
  const place = (flow: string, parent: string, field: string) => ({ flow, parent, field });

  test.each<[string, PictureText['place'], string, string]>([
    ['Kiran', null, 'Kiran', 'Xxxxx'],
    ['Asha Verma', place('contact', 'values', 'name'), 'Asha Verma', 'Xxxx Xxxxx'],
    ['Asha Verma', place('contact', '', 'note'), 'Asha Verma', 'Asha Verma'],
    ['Kiran', place('contact', '', 'note'), 'Kiran', 'Xxxxx'],
    ['contact', place('no such flow', '', 'note'), 'contact', 'xxxxxxx'],
    ['Grade 8', place('registration', 'values', 'grade'), 'Grade 8', 'Grade 8'],
    ['', null, '', ''],
    ['a < b & c > "d"', null, 'a &lt; b &amp; c &gt; &quot;d&quot;', 'x &lt; x &amp; x &gt; &quot;x&quot;'],
  ])('%s of %o is shown as %s, and masked as %s', (text, of, plain, masked) => {
    expect(shown({ text, place: of }, false)).toBe(plain);
    expect(shown({ text, place: of }, true)).toBe(masked);
  });

  test('stands where its number stands, and nothing where there is none', () => {
    const html = `<html><head></head><body>${placeholder(1)}-${placeholder(0)}-${placeholder(2)}</body></html>`;
    const texts = ['one', 'two'].map((text) => ({ text, place: null }));
    expect(bodyOf(completePicture(stored({ html, texts }), { styleSheets: {} }, false).html)).toBe(
      'two-one-',
    );
  });
});

describe('a picture by itself', () => {
  const sheet = (id: number, text: string, address: string | null = null, media = '') => ({
    id,
    address,
    media,
    text,
  });
  const styleIn = (...sheets: ReturnType<typeof sheet>[]) => {
    const picture = stored({ styleSheets: sheets.map(({ id }) => id) });
    const { html } = completePicture(picture, { styleSheets: { 'a load': sheets } }, false);
    return /<meta charset="utf-8">(.*)<\/head>/s.exec(html)?.[1];
  };

  test('is a document with its size, its styles and its inline styles', () => {
    const html =
      '<html><head></head><body data-picture-style="color: red"><p data-picture-style="top: 0"></p></body></html>';
    expect(completePicture(stored({ html }), { styleSheets: {} }, false)).toEqual({
      html: '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body style="color: red"><p style="top: 0"></p></body></html>',
      width: 390,
      height: 844,
      scroll: { x: 3, y: 7 },
    });
  });

  test('has the style sheets of its page that it names', () => {
    const context = {
      styleSheets: { 'a load': [sheet(1, 'a {}'), sheet(2, 'b {}')], other: [sheet(3, 'c {}')] },
    };
    const { html } = completePicture(stored({ styleSheets: [2, 3, 1] }), context, false);
    expect(html).toContain('<meta charset="utf-8"><style>b {}</style><style>a {}</style></head>');
  });

  test('has the media of a style sheet, and no end of it inside', () => {
    expect(styleIn(sheet(1, 'a {}', null, 'print'))).toBe('<style>@media print {\na {}\n}</style>');
    expect(styleIn(sheet(1, 'a::after { content: "</style></p>" }'))).toBe(
      '<style>a::after { content: "<\\/style><\\/p>" }</style>',
    );
  });

  test.each([
    ['url(a.png)', 'url("/assets/a.png")'],
    ['url("a.png") url(\'b.png?x=1#y\')', 'url("/assets/a.png") url("/assets/b.png?x=1#y")'],
    ['url(/a.png)', 'url("/a.png")'],
    ['url(https://other.test/a.png)', 'url("https://other.test/a.png")'],
    ['url(data:image/png;base64,AA)', 'url(data:image/png;base64,AA)'],
    ['url("data:image/png;base64,AA")', 'url("data:image/png;base64,AA")'],
  ])('has the addresses of a style sheet as they are outside of it: %s', (inside, outside) => {
    expect(styleIn(sheet(1, inside, '/assets/site.css'))).toBe(`<style>${outside}</style>`);
    expect(styleIn(sheet(1, inside))).toBe(`<style>${inside}</style>`);
  });
});

describe('a picture in a frame', () => {
  const html = `<html><head></head><body data-picture-style="color: red"><img data-picture-src="/a.svg"><img data-picture-src="/b.svg">${placeholder(0)}</body></html>`;
  const picture = stored({ html, texts: [{ text: 'Kiran', place: null }], styleSheets: [1, 2] });
  const images = '<img src="/a.svg"><img src="/b.svg">';

  test('has its images, and no styles', () => {
    const document = (text: string) =>
      `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body data-picture-style="color: red">${images}${text}</body></html>`;
    expect(framedPicture(picture, true)).toBe(document('Xxxxx'));
    expect(framedPicture(picture, false)).toBe(document('Kiran'));
    expect(framedPicture(picture, true)).toBe(document('Xxxxx'));
  });

  test('is made once', () => {
    let reads = 0;
    const counted = Object.defineProperty(stored(), 'html', {
      get: () => {
        reads += 1;
        return html;
      },
    });
    expect(framedPicture(counted, true)).toBe(framedPicture(counted, true));
    expect(reads).toBe(1);
  });

  test('is styled as the page was, each sheet with its own address', () => {
    const sheets: { baseURL: string | undefined; text: string }[] = [];
    class Sheet {
      #baseURL: string | undefined;
      constructor({ baseURL }: { baseURL?: string } = {}) {
        this.#baseURL = baseURL;
      }
      replaceSync(text: string) {
        sheets.push({ baseURL: this.#baseURL, text });
      }
    }
    const frame = document.createElement('iframe');
    const framed = new DOMParser().parseFromString(
      '<body><p data-picture-style="color: red">x</p><p>y</p></body>',
      'text/html',
    );
    const scrollTo = vi.fn();
    Object.defineProperty(framed, 'defaultView', { value: { CSSStyleSheet: Sheet, scrollTo } });
    Object.defineProperty(framed, 'adoptedStyleSheets', { value: [], writable: true });
    Object.defineProperty(frame, 'contentDocument', { value: framed });
    const context = {
      styleSheets: {
        'a load': [
          { id: 1, address: '/site.css', media: 'print', text: 'a {}' },
          { id: 2, address: null, media: '', text: 'b {}' },
        ],
      },
    };
    showPicture(frame, picture, context);
    expect(sheets).toEqual([
      { baseURL: '/site.css', text: '@media print {\na {}\n}' },
      { baseURL: '/', text: 'b {}' },
    ]);
    expect(framed.adoptedStyleSheets).toHaveLength(2);
    const [first, second] = framed.querySelectorAll('p');
    expect([first?.style.color, second?.style.color]).toEqual(['red', '']);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 3, top: 7, behavior: 'instant' });
  });
});
