import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { alertBoxes } from '../../src/visualiser/agent/alertBoxes.ts';
import { checkPage } from '../../src/visualiser/agent/checkPage.ts';
import type { Expectation, PressableRole } from '../../src/visualiser/checks/checks.types.ts';
import { readFiles, readFocus, readForm } from '../../src/visualiser/checks/readPage.ts';

const shownByBrowser = vi.hoisted(() => {
  const alert = vi.fn<(text: string) => void>();
  vi.stubGlobal('alert', alert);
  return alert;
});

/** What a page says of itself, in sentences, where it does not show what is expected. */

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, 'checkVisibility').mockImplementation(function (this: Element) {
    return this.closest('[hidden], .transparent') === null;
  });
  document.body.innerHTML = `
    <p>Outside</p>
    <main data-flow="lamp" data-state="on">
      <p>The lamp <b>is</b>
        on.</p>
      <p hidden>The lamp is broken.</p>
      <script>The lamp is stolen.</script>
      <button>Switch off</button> <button disabled>Switch on</button> <button class="transparent">Repair</button>
      <a href="/help" aria-current="page">Help</a> <a>Nowhere</a>
      <div role="tab" aria-selected="true">Day</div> <div role="tab" aria-selected="false">Night</div>
      <form>
        <input name="place" value="hall"><input name="dim" type="checkbox" checked><input type="file" name="photo">
      </form>
      <dialog open><h2>Which lamp?</h2></dialog>
    </main>`;
  window.alert('First alert');
  window.alert('Last alert');
});
afterEach(() => {
  alertBoxes.length = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const problemsOf = async (...expectations: Expectation[]): Promise<(string | null)[]> => {
  const checking = checkPage('lamp', 'on', expectations);
  await vi.advanceTimersByTimeAsync(2_000);
  return (await checking).problems;
};

const text = (words: string, isShown = true): Expectation => ({ kind: 'text', text: words, isShown });
const button = (name: string, isEnabled: boolean): Expectation => ({ kind: 'button', name, isEnabled });
const link = (name: string, value: string): Expectation => ({
  kind: 'attribute',
  role: 'link',
  attribute: 'aria-current',
  name,
  value,
});
const focus = (element: string | null): Expectation => ({ kind: 'focus', element });
const formValues = (values: Record<string, string | boolean>): Expectation => ({
  kind: 'formValues',
  values,
});

describe('nothing is wrong where the page shows', () => {
  test.each<[string, Expectation]>([
    ['a text, whatever its white space', text('The lamp is on.')],
    ['a text of a part', text('is')],
    ['no text, as expected', text('The lamp is off.', false)],
    ['an invisible text, as expected', text('The lamp is broken.', false)],
    ['a text of a script, which nobody sees', text('The lamp is stolen.', false)],
    ['a button', button('Switch off', true)],
    ['a button that is off', button('Switch on', false)],
    ['the selected tab', { kind: 'selectedTab', name: 'Day' }],
    ['an attribute', link('Help', 'page')],
    ['the values of a form, without its files', formValues({ place: 'hall', dim: true })],
    ['the files of a form', { kind: 'fileNames', names: [] }],
    ['the open dialog', { kind: 'dialogTitle', title: 'Which lamp?' }],
    ['the last alert box', { kind: 'alertBox', text: 'Last alert' }],
    ['what holds', { kind: 'fact', fact: 'it is bright', holds: true }],
  ])('%s', async (_, expectation) => {
    expect(await problemsOf(expectation)).toEqual([null, null]);
  });
});

describe('a sentence says what is wrong with', () => {
  test.each<[string, Expectation, string]>([
    ['a missing text', text('The lamp is off.'), '"The lamp is off." is not on the page.'],
    ['a text outside of the flow', text('Outside'), '"Outside" is not on the page.'],
    ['a part of a text', text('The lamp is'), '"The lamp is" is not on the page.'],
    [
      'an invisible text',
      text('The lamp is broken.'),
      '"The lamp is broken." is on the page, but not visible.',
    ],
    ['a visible text', text('The lamp is on.', false), '"The lamp is on." is visible and should not be.'],
    ['a missing button', button('Explode', true), 'The button "Explode" is not on the page.'],
    ['an invisible button', button('Repair', true), 'The button "Repair" is on the page, but not visible.'],
    ['a button that is on', button('Switch off', false), 'The button "Switch off" is on.'],
    ['a button that is off', button('Switch on', true), 'The button "Switch on" is off.'],
    ['another tab', { kind: 'selectedTab', name: 'Night' }, 'The selected tab is "Day".'],
    ['an attribute', link('Help', 'step'), 'The link "Help" has aria-current "page", not "step".'],
    ['a link without an address', link('Nowhere', 'page'), 'The link "Nowhere" is not on the page.'],
    [
      'fields with other values, missing and further ones',
      formValues({ place: 'attic', colour: 'red' }),
      'These fields show another value: place, colour, dim.',
    ],
    ['files', { kind: 'fileNames', names: ['lamp.png'] }, '0 files are chosen.'],
    ['a dialog', { kind: 'dialogTitle', title: null }, 'The open dialog is "Which lamp?".'],
    ['an alert box', { kind: 'alertBox', text: 'First alert' }, 'The last alert box said "Last alert".'],
    [
      'what does not hold',
      { kind: 'fact', fact: 'it is dark', holds: false },
      'It does not hold that it is dark.',
    ],
    ['a lost focus', focus(null), 'The focus is lost.'],
    [
      'a lost focus that should be somewhere',
      focus('button Switch off'),
      'The focus is lost; it should be on "button Switch off".',
    ],
  ])('%s', async (_, expectation, problem) => {
    expect(await problemsOf(expectation)).toEqual([null, problem]);
  });

  test('an element without the focus', async () => {
    document.querySelector('button')?.focus();
    expect(await problemsOf(focus('button Switch off'), focus(null))).toEqual([null, null, null]);
    expect(await problemsOf(focus('link Help'))).toEqual([
      null,
      'The focus is on "button Switch off"; it should be on "link Help".',
    ]);
  });

  test('no dialog and no alert box', async () => {
    document.querySelector('dialog')?.remove();
    alertBoxes.length = 0;
    expect(
      await problemsOf(
        { kind: 'dialogTitle', title: null },
        { kind: 'dialogTitle', title: 'Which lamp?' },
        { kind: 'alertBox', text: 'Last alert' },
      ),
    ).toEqual([null, null, 'The open dialog is "none".', 'The last alert box said "".']);
  });

  test('another state, or a page without the flow, for every expectation', async () => {
    const main = document.querySelector('main');
    main?.setAttribute('data-state', 'off');
    expect(await problemsOf(text('The lamp is on.'))).toEqual(['The page shows "off".', null]);
    main?.remove();
    const missing = 'Nothing on the page renders the flow.';
    expect(await problemsOf(text('The lamp is on.'))).toEqual([missing, missing]);
  });
});

test('an alert box is also shown by the browser', () => {
  expect(shownByBrowser).toHaveBeenLastCalledWith('Last alert');
});

test('a page has one and a half seconds to show what is expected', async () => {
  const main = document.querySelector('main');
  const checking = checkPage('lamp', 'off', []);
  await vi.advanceTimersByTimeAsync(1_400);
  main?.setAttribute('data-state', 'off');
  await vi.advanceTimersByTimeAsync(50);
  expect(await checking).toEqual({ problems: [null], focused: '' });

  const late: unknown[] = [];
  checkPage('lamp', 'on', []).then(({ problems }) => late.push(problems));
  await vi.advanceTimersByTimeAsync(1_499);
  expect(late).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toEqual([['The page shows "off".']]);
});

describe('what a visitor can press is found as', () => {
  const pressed = (role: PressableRole, name: string): Expectation => ({
    ...{ kind: 'attribute', role, name, attribute: 'title', value: 'T' },
  });

  test.each<[PressableRole, string]>([
    ['button', '<button title="T">Press</button>'],
    ['button', '<p role="button" title="T">Press</p>'],
    ['button', '<input type="submit" value="Press" title="T">'],
    ['button', '<input type="button" value="Press" title="T">'],
    ['link', '<a href="/" title="T">Press</a>'],
    ['link', '<p role="link" title="T">Press</p>'],
    ['tab', '<button role="tab" title="T">Press</button>'],
    ['radio', '<input type="radio" aria-label="Press" title="T">'],
    ['radio', '<p role="radio" title="T">Press</p>'],
    ['separator', '<hr aria-label="Press" title="T">'],
    ['separator', '<p role="separator" aria-label="Press" title="T"></p>'],
  ])('a %s: %s', async (role, html) => {
    const main = document.querySelector('main');
    if (main) main.innerHTML = html;
    expect(await problemsOf(pressed(role, 'Press'))).toEqual([null, null]);
  });

  test.each<[PressableRole, string]>([
    ['button', '<button role="tab" title="T">Press</button>'],
    ['link', '<a href="/" role="button" title="T">Press</a>'],
    ['radio', '<input type="radio" role="switch" aria-label="Press" title="T">'],
    ['separator', '<hr role="none" aria-label="Press" title="T">'],
  ])('no %s, which has another role: %s', async (role, html) => {
    const main = document.querySelector('main');
    if (main) main.innerHTML = html;
    expect(await problemsOf(pressed(role, 'Press'))).toEqual([
      null,
      `The ${role} "Press" is not on the page.`,
    ]);
  });
});

test('a text of styles and options is seen by nobody', async () => {
  document
    .querySelector('main')
    ?.insertAdjacentHTML(
      'beforeend',
      '<style>p { color: red }</style><select><option>Hall</option><option>Attic</option></select><p>Here</p>',
    );
  expect(await problemsOf(text('Here'), text('p { color: red }'), text('Hall'))).toEqual([
    ...[null, null, '"p { color: red }" is not on the page.', '"Hall" is not on the page.'],
  ]);
});

test('an element without a place on the page is not visible, and opacity and visibility count', async () => {
  expect(await problemsOf(button('Switch off', true))).toEqual([null, null]);
  expect(Element.prototype.checkVisibility).toHaveBeenCalledWith({
    visibilityProperty: true,
    opacityProperty: true,
  });
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue(Object.assign([]));
  expect(await problemsOf(button('Switch off', true))).toEqual([
    null,
    'The button "Switch off" is on the page, but not visible.',
  ]);
});

test('several selected tabs are named, those that are visible', async () => {
  document
    .querySelector('main')
    ?.insertAdjacentHTML(
      'beforeend',
      '<p role="tab" aria-selected="true">Dusk</p><p role="tab" aria-selected="true" hidden>Dawn</p>',
    );
  expect(await problemsOf({ kind: 'selectedTab', name: 'Day' })).toEqual([
    null,
    'The selected tab is "Day", "Dusk".',
  ]);
});

test('the element with the focus is told, wherever it is on the page', async () => {
  document.body.insertAdjacentHTML('afterbegin', '<button>Elsewhere</button>');
  document.querySelector('button')?.focus();
  expect(await checkPage('lamp', 'on', [])).toEqual({ problems: [null], focused: 'button Elsewhere' });
});

describe('what is read from a page', () => {
  const main = (html: string) => {
    document.body.innerHTML = `<input name="outside" value="x"><main>${html}</main>`;
    const element = document.querySelector('main');
    if (!element) throw new Error('There is no such element.');
    return element;
  };

  test('are the values of the named controls of its forms, without files', () => {
    const page = main(`
      <input name="formless" value="x">
      <form>
        <input name="place" value="hall"><input value="nameless"><textarea name="note">dim</textarea>
        <select name="colour"><option>red</option><option selected>blue</option></select>
        <input name="on" type="checkbox" checked><input name="off" type="checkbox"><input name="photo" type="file">
      </form>`);
    expect(readForm(page)).toEqual({ place: 'hall', note: 'dim', colour: 'blue', on: true, off: false });
  });

  test('are the names of its files', () => {
    const page = main('<input type="file"><input type="file"><input type="text">');
    const [first, second] = page.querySelectorAll('input');
    Object.defineProperty(first, 'files', { value: [{ name: 'cv.pdf' }, { name: 'photo.png' }] });
    Object.defineProperty(second, 'files', { value: null });
    expect(readFiles(page)).toEqual(['cv.pdf', 'photo.png']);
  });

  test.each([
    ['<button id="switch">Switch</button>', 'switch'],
    ['<button> Switch </button>', 'button Switch'],
    ['<button aria-label="Switch off">x</button>', 'button Switch off'],
    ['<a href="/help">Help</a>', 'a Help'],
    ['<input aria-label="Place">', 'input'],
    ['<h1 tabindex="-1">Lamps</h1>', 'h1'],
  ])('is the element with the focus: %s', (html, element) => {
    const page = main(html);
    expect(readFocus(page)).toBe('');
    const [focused] = page.children;
    if (focused instanceof HTMLElement) focused.focus();
    expect(readFocus(page)).toBe(element);
  });

  test('is no element with the focus in a document that has none', () => {
    const page = main('<p>Lamps</p>');
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(null);
    expect(readFocus(page)).toBe('');
  });
});
