import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Pictures } from '../../../src/visualiser/agent/Pictures.ts';
import { takePicture } from '../../../src/visualiser/agent/picture.ts';
import { addressOf, StyleSheets } from '../../../src/visualiser/agent/styleSheets.ts';

/** A picture of the page: what it holds of it, and what it leaves out. */

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'matches').mockImplementation(function (this: HTMLElement, selector) {
    return selector === ':modal' && this.classList.contains('modal');
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  document.head.replaceChildren();
  document.adoptedStyleSheets = [];
});

/** Returns the body of a picture, each placeholder as the number of its text in braces. */
function pictured(html: string, context: object = {}): { body: string; texts: (string | undefined)[] } {
  document.body.innerHTML = html;
  const { html: whole, texts } = takePicture([{ flow: 'lamp', context }], []);
  const body = /<body>(.*)<\/body>/s.exec(whole)?.[1] ?? '';
  const numbers = [...body.matchAll(/\uE000(\d+)\uE001/g)].map(([, index]) => Number(index));
  return {
    body: body.replace(/\uE000\d+\uE001/g, '{}'),
    texts: numbers.map((index) => texts[index]?.text),
  };
}

const bodyOf = (html: string, context?: object) => pictured(html, context).body;

describe('a picture has', () => {
  test('the page as it is, an empty head, and the size and scroll of the window', () => {
    vi.stubGlobal('innerWidth', 800);
    vi.stubGlobal('innerHeight', 600);
    vi.stubGlobal('scrollX', 3);
    vi.stubGlobal('scrollY', 40);
    document.documentElement.lang = 'en';
    document.head.innerHTML = '<title>Lamps</title><meta name="author" content="A">';
    document.body.innerHTML = '<p class="bright">On</p>';
    expect(takePicture([], [1, 2])).toMatchObject({
      html: '<html lang="en"><head></head><body><p class="bright">On</p></body></html>',
      ...{ styleSheets: [1, 2], width: 800, height: 600, scroll: { x: 3, y: 40 } },
    });
  });

  test.each([
    'script',
    'noscript',
    'style',
    'link',
    'meta',
    'base',
    'title',
    'template',
    'source',
    'iframe',
    'object',
    'embed',
  ])('no %s', (name) => {
    document.body.append(document.createElement('p'), document.createElement(name));
    const { html } = takePicture([], []);
    expect(html).toContain('<p></p>');
    expect(html).not.toContain(`<${name}`);
  });

  test.each([
    ['no handlers', '<p onclick="x()" id="a">A</p>', '<p id="a">A</p>'],
    ['nothing that takes the focus or plays by itself', '<p autofocus="" autoplay="">A</p>', '<p>A</p>'],
    [
      'names that only begin or end so',
      '<p data-on="1" autofocus2="">A</p>',
      '<p data-on="1" autofocus2="">A</p>',
    ],
    [
      'styles in an attribute, which the policy of a document allows',
      '<p style="color: red">A</p>',
      '<p data-picture-style="color: red">A</p>',
    ],
    ['no empty styles', '<p style="">A</p>', '<p>A</p>'],
  ])('%s', (_, html, body) => {
    expect(bodyOf(html)).toBe(body);
  });

  test('an open modal dialog above the page', () => {
    const body = bodyOf(
      '<dialog open class="modal" style="color: red">A</dialog><dialog open>B</dialog><p class="modal">C</p>',
    );
    expect(body).toMatch(
      /data-picture-style="color: red; position: fixed; inset: 0; [^"]*z-index: 2147483647;/,
    );
    expect(body).toContain('<dialog open="">B</dialog><p class="modal">C</p>');
  });

  test('the state of each control', () => {
    document.body.innerHTML =
      '<select><option selected>A</option><option>B</option></select>' +
      '<input type="checkbox" checked id="a"><input type="checkbox" id="b"><textarea id="c">old</textarea>' +
      '<input type="range" id="e" value="3"><input type="file" id="f">';
    for (const [index, option] of [...document.querySelectorAll('option')].entries())
      option.selected = index === 1;
    for (const box of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
      box.checked = box.id === 'b';
    for (const area of document.querySelectorAll('textarea')) area.value = '';
    const { html } = takePicture([], []);
    expect(html).toContain('<option>A</option><option selected="">B</option>');
    expect(html).toContain('<input type="checkbox" id="a"><input type="checkbox" id="b" checked="">');
    expect(html).toContain('<textarea id="c"></textarea>');
    expect(html).toContain('<input type="range" id="e" value="3"><input type="file" id="f">');
  });

  test('images at the address that the browser has chosen, without those among which it chooses', () => {
    document.body.innerHTML =
      '<img src="/a.png" srcset="/b.png 2x" sizes="1px" loading="lazy" alt="A"><img alt="B">';
    const image = document.querySelector('img');
    if (image) Object.defineProperty(image, 'currentSrc', { value: 'https://cdn.test/b.png' });
    const { html } = takePicture([], []);
    expect(html).toContain('<img alt="A" data-picture-src="https://cdn.test/b.png"><img alt="B">');
  });
});

describe('a placeholder stands for', () => {
  /** Types a text in the one field of the page. Only a field for files has files, which happy-dom does not know. */
  function type(text: string): void {
    const field = document.querySelector('input');
    if (!field) throw new Error('There is no field.');
    Object.defineProperty(field, 'files', { value: null });
    field.value = text;
  }

  const typed = (text: string, html = '') => {
    document.body.innerHTML = `<input id="typed-${text}">`;
    type(text);
    takePicture([], []);
    return pictured(html);
  };

  test('what is typed in a field, in the field and wherever the page repeats it', () => {
    document.body.innerHTML = '<input id="name"><p>Hello Asha, or Ashas.</p><p> Asha </p>';
    type(' Asha ');
    const { html, texts } = takePicture([], []);
    const index = texts.findIndex(({ text }) => text === 'Asha');
    expect(texts[index]).toEqual({ text: 'Asha', place: null });
    const mark = `\uE000${index}\uE001`;
    expect(html).toContain(`value=" ${mark} "`);
    expect(html).toContain(`<p>Hello ${mark}, or Ashas.</p><p> ${mark} </p>`);
  });

  test('what was typed before, when the field is gone', () => {
    expect(typed('before', '<p>Not before noon</p>')).toEqual({
      body: '<p>Not {} noon</p>',
      texts: ['before'],
    });
  });

  test('what was typed last in each field, known by its id, else by its name', () => {
    const typeIn = (attributes: string, text: string) => {
      document.body.innerHTML = `<input ${attributes}>`;
      type(text);
      takePicture([], []);
    };
    typeIn('id="one" name="same"', 'Alpha');
    typeIn('id="two" name="same"', 'Bravo');
    typeIn('name="three"', 'Charlie');
    typeIn('name="four"', 'Delta');
    typeIn('name="three"', 'Echo');
    typeIn('name="three"', ' ');
    const { texts } = pictured('<p>Alpha</p><p>Bravo</p><p>Charlie</p><p>Delta</p><p>Echo</p>');
    expect(texts).toEqual(['Alpha', 'Bravo', 'Delta', 'Echo']);
  });

  test('the longest of the texts that begin there', () => {
    const context = { first: 'lamp', second: 'lamp of gold' };
    expect(pictured('<p>A lamp of gold, a lamp.</p>', context)).toEqual({
      ...{ body: '<p>A {}, a {}.</p>', texts: ['lamp of gold', 'lamp'] },
    });
  });

  test('a text with signs of a pattern, in any script', () => {
    const context = { sum: '1+1 (a|b)?', name: 'आशा' };
    expect(pictured('<p>Is 1+1 (a|b)? it</p><p>आशा जी</p>', context).texts).toEqual(['1+1 (a|b)?', 'आशा']);
    expect(bodyOf('<p>Is 1+1 (a|b)? it, आशाएँ</p>', context)).toBe('<p>Is {} it, आशाएँ</p>');
  });

  test('a short text where it is the whole text alone', () => {
    const short = { answer: 'no' };
    expect(bodyOf('<p>no</p><p>There is no lamp</p>', short)).toBe('<p>{}</p><p>There is no lamp</p>');
    const three = { answer: 'yes' };
    expect(bodyOf('<p>They say yes to it</p>', three)).toBe('<p>They say {} to it</p>');
  });

  test('nothing of a context that is empty, or as long as a text of the site', () => {
    const [long, shorter] = ['x'.repeat(1_000), 'y'.repeat(999)];
    const html = `<p>${long}</p><p>${shorter}</p><p></p>`;
    expect(bodyOf(html, { empty: '', long, shorter })).toBe(`<p>${long}</p><p>{}</p><p></p>`);
  });

  test.each(['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext', 'href'])(
    'a text in the attribute %s',
    (name) => {
      expect(bodyOf(`<p ${name}="of Asha">A</p><p data-of="of Asha">B</p>`, { name: 'Asha' })).toBe(
        `<p ${name}="of {}">A</p><p data-of="of Asha">B</p>`,
      );
    },
  );

  test('a text of a context with its place, that of the field above where it is in a list', () => {
    document.body.innerHTML = '<p>Nothing</p>';
    const context = {
      ...{
        name: ' Tara ',
        none: null,
        count: 1,
        values: { city: 'Pune' },
        names: ['Mina', { first: 'Ravi' }],
      },
    };
    const { texts } = takePicture([{ flow: 'lamp', context }], []);
    expect(texts.filter(({ place }) => place !== null)).toEqual([
      { text: 'Tara', place: { flow: 'lamp', parent: '', field: 'name' } },
      { text: 'Pune', place: { flow: 'lamp', parent: 'values', field: 'city' } },
      { text: 'Mina', place: { flow: 'lamp', parent: 'names', field: '0' } },
      { text: 'Ravi', place: { flow: 'lamp', parent: 'names', field: 'first' } },
    ]);
  });

  test('a text that was typed, though a context has it too, once', () => {
    typed('twice');
    document.body.innerHTML = '<p>twice</p>';
    const { texts } = takePicture(
      [{ flow: 'lamp', context: { one: 'twice', other: 'also', third: 'also' } }],
      [],
    );
    expect(texts.filter(({ text }) => text === 'twice')).toEqual([{ text: 'twice', place: null }]);
    expect(texts.filter(({ text }) => text === 'also')).toEqual([
      { text: 'also', place: { flow: 'lamp', parent: '', field: 'third' } },
    ]);
  });

  test.each(['button', 'checkbox', 'color', 'hidden', 'image', 'radio', 'range', 'reset', 'submit'])(
    'nothing of an input for %s, in which nobody types',
    (type) => {
      document.body.innerHTML = `<input type="${type}" id="of-${type}" value="#123456"><p>of #123456</p>`;
      expect(takePicture([], []).html).toContain('<p>of #123456</p>');
    },
  );

  test('the name of a chosen file', () => {
    document.body.innerHTML = '<input type="file" name="photo"><p>holiday.png</p>';
    const field = document.querySelector('input');
    if (field) Object.defineProperty(field, 'files', { value: [new File([''], 'holiday.png')] });
    const { html, texts } = takePicture([], []);
    expect(html).toMatch(/<input type="file" name="photo"><p>\uE000\d+\uE001<\/p>/);
    expect(texts).toContainEqual({ text: 'holiday.png', place: null });
  });
});

describe('the address of a resource', () => {
  test.each([
    [`${window.location.origin}/a.css?v=1#x`, '/a.css?v=1'],
    ['https://other.test/a.css?v=1', 'https://other.test/a.css?v=1'],
  ])('%s is %s', (href, address) => {
    expect(addressOf(href)).toBe(address);
  });
});

describe('the style sheets', () => {
  const sheet = (text: string, change: object = {}) => {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return Object.defineProperties(
      made,
      Object.fromEntries(
        Object.entries({ disabled: false, href: null, media: { mediaText: '' }, ...change }).map(
          ([name, value]) => [name, { value, configurable: true, writable: true }],
        ),
      ),
    );
  };

  test('are those that apply, in order, each sent once and again when that is forgotten', () => {
    const first = sheet('p { color: red; }', { media: { mediaText: 'print' } });
    const second = sheet('b { color: blue; }', { href: `${window.location.origin}/b.css` });
    const disabled = sheet('i { color: green; }', { disabled: true });
    vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(Object.assign([first, disabled]));
    document.adoptedStyleSheets = [second];
    const sheets = new StyleSheets();
    const sent = [
      { id: 1, address: null, media: 'print', text: expect.stringContaining('color: red') },
      { id: 2, address: '/b.css', media: '', text: expect.stringContaining('color: blue') },
    ];
    expect(sheets.read()).toEqual({ ids: [1, 2], unsent: sent });
    expect(sheets.read()).toEqual({ ids: [1, 2], unsent: [] });
    document.adoptedStyleSheets = [disabled];
    Object.assign(disabled, { disabled: false });
    expect(sheets.read().ids).toEqual([1, 3, 3]);
    document.adoptedStyleSheets = [];
    sheets.forgetSent();
    expect(sheets.read().unsent.map(({ id }) => id)).toEqual([1, 3]);
  });

  test('look as they did with scripts, and are empty where they may not be read', () => {
    const rules = ['@media (scripting: none) {}', '@media (scripting:enabled) and (scripting: enabled) {}'];
    const readable = {
      ...sheet(''),
      cssRules: rules.map((cssText) => ({ cssText })),
      disabled: false,
      href: null,
      media: { mediaText: '' },
    };
    const foreign = Object.defineProperty({ ...readable }, 'cssRules', {
      get: () => {
        throw new Error('It is of another origin.');
      },
    });
    vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(Object.assign([readable, foreign]));
    expect(new StyleSheets().read().unsent.map(({ text }) => text)).toEqual([
      '@media (width < 0) {}\n@media (width >= 0) and (width >= 0) {}',
      '',
    ]);
  });
});

describe('pictures are taken', () => {
  const sent: object[] = [];
  let isWanted = true;
  const create = () => {
    sent.length = 0;
    return new Pictures({
      isWanted: () => isWanted,
      order: () => 1,
      contexts: () => [{ flow: 'lamp', context: {} }],
      send: (picture) => sent.push(picture),
    });
  };

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('where somebody wants them, with their order', async () => {
    isWanted = false;
    const pictures = create();
    pictures.take();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toEqual([]);
    isWanted = true;
    pictures.take();
    pictures.take();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toMatchObject([{ order: 1, picture: { scroll: { x: 0, y: 0 } }, styleSheets: [] }]);
  });

  test('after a frame, or where the browser draws none, after 300 ms', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const pictures = create();
    pictures.take();
    await vi.advanceTimersByTimeAsync(299);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(sent).toHaveLength(1);
  });

  test('while the page is idle, which is awaited for half a second', async () => {
    const waits: unknown[] = [];
    vi.stubGlobal('requestIdleCallback', (callback: () => void, options: object) => {
      waits.push(options);
      setTimeout(callback, 400);
    });
    const pictures = create();
    pictures.take();
    await vi.advanceTimersByTimeAsync(390);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(1);
    expect(waits).toEqual([{ timeout: 500 }]);
  });

  test('again with every style sheet for a new visualiser', async () => {
    const styles = Object.assign(new CSSStyleSheet(), { disabled: false });
    Object.defineProperties(styles, { href: { value: null }, media: { value: { mediaText: '' } } });
    document.adoptedStyleSheets = [styles];
    const pictures = create();
    pictures.take();
    await vi.advanceTimersByTimeAsync(1_000);
    pictures.take();
    await vi.advanceTimersByTimeAsync(1_000);
    pictures.takeAgain();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toMatchObject([
      { styleSheets: [{ id: 1 }] },
      { styleSheets: [] },
      { styleSheets: [{ id: 1 }] },
    ]);
  });
});
