import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markHydrated, replayClickWhenHydrated } from '../../src/browser/clickReplay.ts';
import {
  prerenderedPath,
  removePageMetadata,
  removePrerenderedHead,
  useInputReplay,
} from '../../src/browser/hydration.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** What a visitor typed, chose and clicked in a prerendered page before it was hydrated. */

const show = (html: string) => {
  document.body.innerHTML = html;
};

const events: string[] = [];
const record = ({ type, target }: Event) => {
  if (!(target instanceof HTMLElement) || !('value' in target)) return;
  const isChecked = target instanceof HTMLInputElement && target.checked;
  events.push(`${type} ${target.id} ${isChecked ? 'checked' : target.value}`);
};

const TYPES = ['input', 'change', 'click'];

beforeEach(() => {
  for (const type of nonEmpty(TYPES)) document.addEventListener(type, record);
});

afterEach(() => {
  cleanup();
  for (const type of nonEmpty(TYPES)) document.removeEventListener(type, record);
  events.length = 0;
  noteCommit.mockReset();
  document.body.replaceChildren();
  document.head.replaceChildren();
  delete document.documentElement.dataset.hydrated;
  vi.restoreAllMocks();
});

const noteCommit = vi.fn();

function Page() {
  useInputReplay(noteCommit);
  return null;
}

/** Hydrates a page as React does: what renders finds the fields, and the effects run later. */
async function hydrate(before = () => {}) {
  const container = document.createElement('div');
  document.body.append(container);
  const { rerender } = render(<Page />, { container });
  expect(noteCommit).toHaveBeenCalledOnce();
  before();
  await Promise.resolve();
  return () => rerender(<Page />);
}

const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`);

test('what was entered is entered again, once, and what is empty is left', async () => {
  show(`
    <input id="name" value="Asha"><input id="empty"><input type="file" id="file">
    <textarea id="message">Hello</textarea><textarea id="nothing"></textarea>
    <select id="grade"><option value="">-</option><option value="8th" selected>8th</option></select>
    <select id="first"><option value="5th">5th</option></select>
    <input type="checkbox" id="terms" value="on" checked><input type="checkbox" id="news" value="on">
    <input id="disabled" value="kept" disabled>`);
  const rerender = await hydrate();
  const replayed = [
    'input name Asha',
    'input message Hello',
    'change grade 8th',
    'click terms checked',
    'input terms checked',
    'change terms checked',
  ];
  expect(events).toEqual(replayed);
  expect(field('terms')?.checked).toBe(true);
  expect(field('disabled')?.value).toBe('kept');
  rerender();
  await Promise.resolve();
  expect(events).toEqual(replayed);
});

test('a file that was chosen stays chosen', async () => {
  show('<input type="file" id="file">');
  const file = field('file');
  if (file) Object.defineProperty(file, 'value', { value: 'C:\\fakepath\\a.pdf' });
  await hydrate();
  expect(file?.value).toBe('C:\\fakepath\\a.pdf');
  expect(events).toEqual([]);
});

test('each value is set as one that differs, by the setter of its element, or React ignores the event', async () => {
  show('<input id="name" value="Asha"><textarea id="message">Hello</textarea>');
  const [inputs, areas] = [
    vi.spyOn(HTMLInputElement.prototype, 'value', 'set'),
    vi.spyOn(HTMLTextAreaElement.prototype, 'value', 'set'),
  ];
  const ownSetter = vi.fn();
  const name = field('name');
  if (name) Object.defineProperty(name, 'value', { get: () => 'Asha', set: ownSetter, configurable: true });
  await hydrate();
  expect(ownSetter.mock.calls).toEqual([['']]);
  expect(inputs.mock.calls).toEqual([['Asha']]);
  expect(areas.mock.calls).toEqual([[''], ['Hello']]);
});

test('a choice is not emptied before it is made again', async () => {
  show('<select id="grade"><option value="">-</option><option value="8th" selected>8th</option></select>');
  const setting = vi.spyOn(HTMLSelectElement.prototype, 'value', 'set');
  await hydrate();
  expect(setting.mock.calls).toEqual([['8th']]);
});

test('what React has emptied in between is filled in again', async () => {
  show('<input id="name" value="Asha">');
  await hydrate(() => {
    const name = field('name');
    if (name) name.value = '';
  });
  expect(field('name')?.value).toBe('Asha');
});

test('the page says that it is hydrated, after the inputs, once', async () => {
  show('<input id="name" value="Asha">');
  const hydrated = vi.fn(() => events.push('hydrated'));
  window.addEventListener('hydrated', hydrated);
  const rerender = await hydrate(() => {
    expect(document.documentElement.dataset.hydrated).toBeUndefined();
  });
  expect(events).toEqual(['input name Asha', 'hydrated']);
  expect(document.documentElement.dataset.hydrated).toBe('');
  rerender();
  await Promise.resolve();
  expect(hydrated).toHaveBeenCalledOnce();
  window.removeEventListener('hydrated', hydrated);
});

test('the button that was clicked last is clicked again, once', () => {
  show('<button id="one">One</button><button id="two"><span id="text">Two</span></button>');
  replayClickWhenHydrated();
  const press = (id: string) =>
    document.getElementById(id)?.dispatchEvent(new Event('click', { bubbles: true }));
  press('one');
  press('text');
  const clicked: string[] = [];
  for (const button of nonEmpty(document.querySelectorAll('button')))
    button.addEventListener('click', () => clicked.push(button.id));
  markHydrated();
  expect(clicked).toEqual(['two']);
  press('one');
  markHydrated();
  expect(clicked).toEqual(['two', 'one']);
});

test('a click by which the page is hydrated is not clicked again', () => {
  show('<button id="one">One</button>');
  replayClickWhenHydrated();
  const one = document.getElementById('one');
  const clicked = vi.fn(() => markHydrated());
  one?.addEventListener('click', clicked);
  one?.click();
  expect(clicked).toHaveBeenCalledOnce();
});

test.each(['p', 'window', 'nothing'])('a click on %s is none on a button', (target) => {
  show('<button id="one">One</button><p id="p"></p>');
  const one = document.getElementById('one');
  const clicked = vi.fn();
  replayClickWhenHydrated();
  if (target !== 'nothing') one?.dispatchEvent(new Event('click', { bubbles: true }));
  one?.addEventListener('click', clicked);
  const other = target === 'p' ? document.getElementById('p') : window;
  if (target !== 'nothing') other?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(() => markHydrated()).not.toThrow();
  expect(clicked).not.toHaveBeenCalled();
});

test('once the page is hydrated, clicks are recorded no more', () => {
  const [added, removed] = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')];
  replayClickWhenHydrated();
  const [type, listener] = added.mock.calls[0] ?? [];
  expect(type).toBe('click');
  expect(removed).not.toHaveBeenCalled();
  markHydrated();
  expect(removed).toHaveBeenCalledExactlyOnceWith('click', listener);
  markHydrated();
  expect(removed).toHaveBeenCalledOnce();
});

test('the path of a prerendered page is on its root', () => {
  const root = document.createElement('div');
  expect(prerenderedPath(root)).toBeUndefined();
  root.dataset.page = '/contact';
  expect(prerenderedPath(root)).toBe('/contact');
});

const HEAD = `
  <meta id="charset" charset="utf-8"><title id="title" data-prerendered>A</title>
  <meta id="description" name="description" data-prerendered><meta id="og" property="og:title" data-prerendered>
  <meta id="own" property="og:site"><script id="data" type="application/ld+json" data-prerendered></script>`;

const inHead = () => [...document.head.children].map(({ id }) => id);

test.each([
  ['that describes only its own page', removePageMetadata, ['charset', 'title', 'description', 'own']],
  ['for a page that is rendered instead', removePrerenderedHead, ['charset', 'own']],
] as const)('what is removed of a prerendered head %s', (_, remove, left) => {
  document.head.innerHTML = HEAD;
  expect(inHead()).toHaveLength(6);
  remove();
  expect(inHead()).toEqual(left);
});
