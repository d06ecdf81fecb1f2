import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { attempt } from './attempt.ts';
import { elementForHash } from './hash.ts';

const focusElement = (element: HTMLElement | null | undefined, options?: FocusOptions): void =>
  attempt(() => element?.focus(options));

/** Moves the focus to an element by its id. */
export const focusById = (id: string): void => focusElement(document.getElementById(id));

/** The id of the live region for the problem of a field that already has the focus. */
export const announcerId = 'announcer';

/**
 * Moves the focus to a field with a problem, so that a screen reader reads it with its message. Where the field has the
 * focus already, the message is announced: anew, though it may be the same as before.
 */
export function focusProblem(id: string, message: string): void {
  const announcer = document.getElementById(announcerId);
  const isFocused = document.activeElement?.id === id;
  if (announcer && isFocused)
    announcer.textContent = announcer.textContent === message ? `${message}\u00A0` : message;
  focusById(id);
}

/** Shows the page from an element on, by its id, and moves the focus there. */
export function showFrom(id: string): void {
  const target = document.getElementById(id);
  attempt(() => target?.scrollIntoView({ block: 'start', behavior: 'instant' }));
  focusElement(target, { preventScroll: true });
}

/**
 * Moves the focus to the first of some elements that takes it. Does nothing where the focus is on an element that does
 * not contain them.
 */
export function focusIfLost(...ids: string[]): void {
  for (const id of ids) {
    const target = document.getElementById(id);
    if (target && (document.activeElement ?? document.body).contains(target))
      focusElement(target, { preventScroll: true });
  }
}

/**
 * Moves the focus to the element that the hash names, else to the heading of the page, where a screen reader starts to
 * read.
 */
export function focusPage(hash = ''): void {
  const target =
    elementForHash(hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  // Without a tabindex, `tabIndex` is -1 too, but the element takes no focus.
  if (target.tabIndex < 0) target.tabIndex = -1;
  focusElement(target, { preventScroll: true });
}

/**
 * A ref to an element that takes the focus when it is mounted, such as the heading of a screen that replaces a
 * form. Unless `isUnconditional`, it takes the focus only where nothing has it, as when the focused element was
 * removed.
 */
export function useFocusOnMount<Target extends HTMLElement>(
  isUnconditional = true,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const focus = useEffectEvent(() => {
    if (isUnconditional || document.activeElement === document.body)
      focusElement(target.current, { preventScroll: !isUnconditional });
  });
  useEffect(() => focus(), []);
  return target;
}

const hasFocus = (element: Element | null) => document.activeElement === element;

/**
 * A ref to an element, such as a button, that gets the focus back when it is no longer disabled and nothing else
 * has taken the focus. While `busy`, its closest ancestor with a tabindex has the focus, which the browser would
 * drop.
 */
export function useRestoreFocus<Target extends HTMLElement>(busy: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    const hasBecomeBusy = busy && !wasBusy.current;
    const hasBecomeIdle = !busy && wasBusy.current;
    wasBusy.current = busy;
    const focusableAncestor = target.current?.closest<HTMLElement>('[tabindex]') ?? null;
    const isFocusLost = hasFocus(document.body) || document.activeElement?.matches(':disabled');
    if (hasBecomeBusy && isFocusLost) focusElement(focusableAncestor, { preventScroll: true });
    if (hasBecomeIdle && (isFocusLost || hasFocus(focusableAncestor)))
      focusElement(target.current, { preventScroll: true });
  }, [busy]);
  return target;
}
