import { cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useModal } from '../../src/browser/dialog.ts';
import { useEscapeKey } from '../../src/browser/escapeKey.ts';
import {
  focusById,
  focusIfLost,
  focusPage,
  useFocusOnMount,
  useFocusOutside,
  useRestoreFocus,
} from '../../src/browser/focus.ts';
import { focusWhenReady } from '../../src/browser/focusWhenReady.ts';
import { useScrollIntoViewOnMessage } from '../../src/browser/scrollIntoView.ts';

/** Where the focus moves, and that the page scrolls only where it should. */

const show = (html: string) => {
  document.body.innerHTML = html;
};

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no element "${id}".`);
  return found;
};

const focused = () => document.activeElement?.id || document.activeElement?.localName;

let focusing: ReturnType<typeof vi.spyOn>;

/** The options with which the focus was moved last. */
const options = () => focusing.mock.lastCall?.[0];

beforeEach(() => {
  focusing = vi.spyOn(HTMLElement.prototype, 'focus');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test('focusById: the element with the id, if there is one', () => {
  show('<button id="a"></button>');
  focusById('b');
  expect(focused()).toBe('body');
  focusById('a');
  expect(focused()).toBe('a');
});

describe('focusIfLost', () => {
  const form =
    '<form id="form" tabindex="-1"><input id="field"><button id="submit"></button></form><input id="other">';

  test('the first that takes it', () => {
    show(form);
    focusIfLost('nothing', 'submit', 'form');
    expect(focused()).toBe('submit');
    expect(options()).toEqual({ preventScroll: true });
  });

  test('the next, where the first is disabled', () => {
    show(form);
    element('submit').setAttribute('disabled', '');
    focusIfLost('submit', 'form');
    expect(focused()).toBe('form');
  });

  test.each(['other', 'field'])('nothing, where "%s" has it', (id) => {
    show(form);
    element(id).focus();
    focusIfLost('submit', 'form');
    expect(focused()).toBe(id === 'other' ? 'other' : 'field');
    expect(focusing).toHaveBeenCalledOnce();
  });

  test('a document without an active element has lost it', () => {
    show(form);
    vi.spyOn(document, 'activeElement', 'get').mockReturnValueOnce(null);
    focusIfLost('submit');
    expect(focused()).toBe('submit');
  });
});

describe('focusPage', () => {
  test.each([
    ['#terms', 'terms'],
    ['#missing', 'heading'],
    ['', 'heading'],
  ])('with the hash "%s": %s', (hash, id) => {
    show('<h1 id="outside"></h1><main id="main"><h1 id="heading"></h1><section id="terms"></section></main>');
    focusPage(hash);
    expect(focused()).toBe(id);
    expect(element(id).getAttribute('tabindex')).toBe('-1');
    expect(options()).toEqual({ preventScroll: true });
  });

  test('a page without a heading: what is there', () => {
    show('<main id="main"></main>');
    focusPage();
    expect(focused()).toBe('main');
    show('<p></p>');
    focusPage();
    expect(focused()).toBe('body');
  });

  test('an element that takes the focus keeps its place in the order', () => {
    show('<main><h1 id="heading"></h1><button id="terms" tabindex="0"></button></main>');
    focusPage('#terms');
    expect(focused()).toBe('terms');
    expect(element('terms').getAttribute('tabindex')).toBe('0');
  });
});

describe('useFocusOnMount', () => {
  function Heading({ isUnconditional }: { isUnconditional?: boolean }) {
    return (
      <h1 id="heading" tabIndex={-1} ref={useFocusOnMount<HTMLHeadingElement>(isUnconditional)}>
        Terms
      </h1>
    );
  }

  test.each([
    [undefined, 'body', 'heading', false],
    [true, 'other', 'heading', false],
    [false, 'body', 'heading', true],
  ])('isUnconditional %s, with the focus on %s', (isUnconditional, before, after, preventScroll) => {
    show('<input id="other"><div id="screen"></div>');
    if (before !== 'body') element(before).focus();
    const { rerender } = render(<Heading isUnconditional={isUnconditional} />, {
      container: element('screen'),
    });
    expect(focused()).toBe(after);
    expect(options()).toEqual({ preventScroll });
    element('other').focus();
    rerender(<Heading isUnconditional={!isUnconditional} />);
    expect(focused()).toBe('other');
  });

  test('where something has the focus, it is left there', () => {
    show('<input id="other"><div id="screen"></div>');
    element('other').focus();
    render(<Heading isUnconditional={false} />, { container: element('screen') });
    expect(focused()).toBe('other');
  });

  test('without an element nothing happens', () => {
    expect(() => renderHook(() => useFocusOnMount())).not.toThrow();
  });
});

describe('useRestoreFocus', () => {
  function Form({ isBusy, hasTabIndex = true }: { isBusy: boolean; hasTabIndex?: boolean }) {
    return (
      <>
        <form id="form" tabIndex={hasTabIndex ? -1 : undefined}>
          <button
            id="submit"
            type="button"
            disabled={isBusy}
            ref={useRestoreFocus<HTMLButtonElement>(isBusy)}
          />
        </form>
        <input id="other" />
      </>
    );
  }

  test('the form has it while the button is disabled, then the button again', () => {
    const { rerender } = render(<Form isBusy={false} />);
    expect(focused()).toBe('body');
    element('submit').focus();
    rerender(<Form isBusy />);
    expect(focused()).toBe('form');
    expect(options()).toEqual({ preventScroll: true });
    rerender(<Form isBusy={false} />);
    expect(focused()).toBe('submit');
    expect(options()).toEqual({ preventScroll: true });
  });

  test('lost without a form that takes it: the button has it again', () => {
    const { rerender } = render(<Form isBusy={false} hasTabIndex={false} />);
    rerender(<Form isBusy hasTabIndex={false} />);
    expect(focused()).toBe('body');
    rerender(<Form isBusy={false} hasTabIndex={false} />);
    expect(focused()).toBe('submit');
  });

  test('what the visitor focuses meanwhile keeps it', () => {
    const { rerender } = render(<Form isBusy={false} />);
    element('other').focus();
    rerender(<Form isBusy />);
    expect(focused()).toBe('other');
    rerender(<Form isBusy={false} />);
    expect(focused()).toBe('other');
  });

  test('busy from the start: the focus stays until it is idle', () => {
    const { rerender } = render(<Form isBusy />);
    expect(focused()).toBe('body');
    rerender(<Form isBusy hasTabIndex={false} />);
    expect(focused()).toBe('body');
    rerender(<Form isBusy={false} />);
    expect(focused()).toBe('submit');
  });

  test('a document without an active element, and a button that is gone, break nothing', () => {
    const { rerender } = renderHook(({ isBusy }) => useRestoreFocus(isBusy), {
      initialProps: { isBusy: false },
    });
    expect(() => {
      rerender({ isBusy: true });
      rerender({ isBusy: false });
    }).not.toThrow();
    const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(null);
    expect(() => {
      rerender({ isBusy: true });
      rerender({ isBusy: false });
    }).not.toThrow();
    active.mockRestore();
  });
});

describe('useFocusOutside and useEscapeKey', () => {
  const menu = '<div id="menu"><button id="inside"></button></div><button id="outside"></button>';
  const focusIn = (target: EventTarget) => target.dispatchEvent(new Event('focusin', { bubbles: true }));
  const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }));

  test('the focus that moves out of the element is reported, as long as it is listened to', () => {
    show(menu);
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender, unmount } = renderHook(
      ({ id, isListening, callback }) => useFocusOutside(id, isListening, callback),
      { initialProps: { id: 'menu', isListening: false, callback: first } },
    );
    focusIn(element('outside'));
    expect(first).not.toHaveBeenCalled();
    rerender({ id: 'menu', isListening: true, callback: second });
    focusIn(element('inside'));
    focusIn(element('menu'));
    expect(second).not.toHaveBeenCalled();
    focusIn(element('outside'));
    expect(second).toHaveBeenCalledOnce();
    expect(first).not.toHaveBeenCalled();
    const elsewhere = new Event('focusin');
    Object.defineProperty(elsewhere, 'target', { value: window });
    document.dispatchEvent(elsewhere);
    expect(second).toHaveBeenCalledOnce();
    rerender({ id: 'gone', isListening: true, callback: second });
    focusIn(element('inside'));
    expect(second).toHaveBeenCalledTimes(2);
    unmount();
    focusIn(element('outside'));
    expect(second).toHaveBeenCalledTimes(2);
  });

  test('Escape is reported, as long as it is listened to', () => {
    const callback = vi.fn();
    const { rerender, unmount } = renderHook(({ isListening }) => useEscapeKey(isListening, callback), {
      initialProps: { isListening: false },
    });
    press('Escape');
    expect(callback).not.toHaveBeenCalled();
    rerender({ isListening: true });
    press('Enter');
    expect(callback).not.toHaveBeenCalled();
    press('Escape');
    expect(callback).toHaveBeenCalledOnce();
    rerender({ isListening: false });
    press('Escape');
    rerender({ isListening: true });
    unmount();
    press('Escape');
    expect(callback).toHaveBeenCalledOnce();
  });

  test('Escape within an element: only where the focus is in it, or nowhere', () => {
    show(menu);
    const callback = vi.fn();
    const { rerender } = renderHook(({ id }) => useEscapeKey(true, callback, id), {
      initialProps: { id: 'menu' },
    });
    press('Escape');
    element('inside').focus();
    press('Escape');
    expect(callback).toHaveBeenCalledTimes(2);
    element('outside').focus();
    press('Escape');
    expect(callback).toHaveBeenCalledTimes(2);
    rerender({ id: 'outside' });
    press('Escape');
    expect(callback).toHaveBeenCalledTimes(3);
    rerender({ id: 'gone' });
    press('Escape');
    expect(callback).toHaveBeenCalledTimes(3);
  });
});

describe('useModal', () => {
  function Dialog({ isOpen, initial = 'first' }: { isOpen: boolean; initial?: string }) {
    const dialog = useModal(isOpen, { initialFocusId: initial, openerId: 'opener' });
    return (
      <>
        <button type="button" id="opener" />
        <button type="button" id="other" />
        <dialog id="dialog" ref={dialog}>
          <button type="button" id="first" />
          <button type="button" id="second" />
        </dialog>
      </>
    );
  }

  test('it is modal while it is open, and the focus moves in and back to the opener', () => {
    const [showModal, close] = [
      vi.spyOn(HTMLDialogElement.prototype, 'showModal'),
      vi.spyOn(HTMLDialogElement.prototype, 'close'),
    ];
    const { rerender } = render(<Dialog isOpen={false} />);
    expect(focused()).toBe('body');
    rerender(<Dialog isOpen />);
    expect(showModal).toHaveBeenCalledOnce();
    expect(focused()).toBe('first');
    rerender(<Dialog isOpen initial="second" />);
    expect(focused()).toBe('first');
    expect(showModal).toHaveBeenCalledOnce();
    expect(close).not.toHaveBeenCalled();
    rerender(<Dialog isOpen={false} initial="second" />);
    expect(close).toHaveBeenCalledOnce();
    expect(focused()).toBe('opener');
    element('other').focus();
    rerender(<Dialog isOpen={false} />);
    expect(focused()).toBe('other');
    rerender(<Dialog isOpen initial="second" />);
    expect(focused()).toBe('second');
  });

  test('without an element nothing breaks', () => {
    const ids = { initialFocusId: 'a', openerId: 'b' };
    const { rerender } = renderHook(({ isOpen }) => useModal(isOpen, ids), {
      initialProps: { isOpen: true },
    });
    expect(() => rerender({ isOpen: false })).not.toThrow();
  });
});

describe('focusWhenReady', () => {
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
});

test('useScrollIntoViewOnMessage: each message is scrolled to, no further than needed', () => {
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView');
  function Message({ message }: { message: string | null }) {
    return <p ref={useScrollIntoViewOnMessage<HTMLParagraphElement>(message)}>{message}</p>;
  }
  const { rerender } = render(<Message message={null} />);
  expect(scrolling).not.toHaveBeenCalled();
  rerender(<Message message="One" />);
  expect(scrolling.mock.calls).toEqual([[{ block: 'nearest' }]]);
  rerender(<Message message="One" />);
  expect(scrolling).toHaveBeenCalledTimes(1);
  rerender(<Message message="Two" />);
  expect(scrolling).toHaveBeenCalledTimes(2);
  rerender(<Message message={null} />);
  expect(scrolling).toHaveBeenCalledTimes(2);
  expect(() => renderHook(() => useScrollIntoViewOnMessage('One'))).not.toThrow();
});
