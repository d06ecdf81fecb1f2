import { cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  focusById,
  focusIfLost,
  focusPage,
  useFocusOnMount,
  useRestoreFocus,
} from '../../src/browser/focus.ts';
import { useScrollIntoViewOnMessage } from '../../src/browser/scrollIntoView.ts';
import { element, focused, show } from './page.ts';

/** Where the focus moves, and that the page scrolls only where it should. */

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
