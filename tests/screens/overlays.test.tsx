import { cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useModal } from '../../src/browser/dialog.ts';
import { useEscapeKey } from '../../src/browser/escapeKey.ts';
import { useFocusOutside } from '../../src/browser/focusOutside.ts';
import { element, focused, show } from './page.ts';

/** What lies over the page: how it takes the focus and gives it back, and what closes it. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
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
