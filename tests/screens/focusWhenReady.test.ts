import { afterEach, expect, test, vi } from 'vitest';
import { focusWhenReady } from '../../src/browser/focusWhenReady.ts';
import { element, focused, show } from './page.ts';

/** The focus moves to a control as soon as it can take it. */

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const observed = () => new Promise((resolve) => setTimeout(resolve));

test.each([
  ['is there', '<input id="field">'],
  ['is a form without a fieldset', '<form id="field" tabindex="-1"></form>'],
])('at once, where it %s', (_, html) => {
  show(html);
  const observing = vi.spyOn(MutationObserver.prototype, 'observe');
  focusWhenReady('field');
  expect(focused()).toBe('field');
  expect(observing).not.toHaveBeenCalled();
});

test.each([
  ['is rendered', '<p id="p"></p>', () => show('<div><input id="field"></div>')],
  [
    'is rendered within another',
    '<p id="p"></p>',
    () => {
      element('p').innerHTML = '<input id="field">';
    },
  ],
  ['is enabled', '<input id="field" disabled>', () => element('field').removeAttribute('disabled')],
  [
    'its fieldset is enabled',
    '<fieldset id="set" disabled><input id="field"></fieldset>',
    () => element('set').removeAttribute('disabled'),
  ],
  [
    'its element is enabled',
    '<div id="set" disabled><input id="field"></div>',
    () => element('set').removeAttribute('disabled'),
  ],
])('as soon as it %s, and once', async (_, html, happens) => {
  show(html);
  focusWhenReady('field');
  expect(focused()).toBe('body');
  const disconnecting = vi.spyOn(MutationObserver.prototype, 'disconnect');
  document.body.append(document.createElement('b'));
  await observed();
  expect(focused()).toBe('body');
  expect(disconnecting).not.toHaveBeenCalled();
  happens();
  await observed();
  expect(focused()).toBe('field');
  expect(disconnecting).toHaveBeenCalledOnce();
  element('field').blur();
  document.body.append(document.createElement('b'));
  await observed();
  expect(focused()).toBe('body');
});
