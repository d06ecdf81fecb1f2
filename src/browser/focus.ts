import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { elementForHash } from './hash.ts';

/** Moves the focus to an element by its id. */
export function focusById(id: string): void {
  document.getElementById(id)?.focus();
}

/** Moves the focus to the first of some elements that takes it, unless something else than what they stand in has it. */
export function focusIfLost(...ids: string[]): void {
  for (const id of ids) {
    const target = document.getElementById(id);
    if (target && (document.activeElement ?? document.body).contains(target))
      target.focus({ preventScroll: true });
  }
}

/**
 * Moves the focus to the element that the hash names, else to the heading of the page: there someone who cannot see
 * the page starts to read it.
 */
export function focusPage(hash = ''): void {
  const target =
    elementForHash(hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  // Set, it lets an element take the focus that does not take it by itself.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * An element that takes the focus when it appears, such as the heading of a screen that replaces a form; where `when`
 * is false only if nothing has the focus, as when it took the place of what had it.
 */
export function useFocusOnMount<Target extends HTMLElement>(
  isUnconditional = true,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const focus = useEffectEvent(() => {
    if (isUnconditional || document.activeElement === document.body)
      target.current?.focus({ preventScroll: !isUnconditional });
  });
  useEffect(() => focus(), []);
  return target;
}

const hasFocus = (element: Element | null) => document.activeElement === element;

/**
 * An element that gets the focus back when work that disabled it is over and nothing else has taken the focus.
 * Meanwhile what it stands in holds the focus, if it can: a browser would drop what is disabled under it.
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
    if (hasBecomeBusy && isFocusLost) focusableAncestor?.focus({ preventScroll: true });
    if (hasBecomeIdle && (isFocusLost || hasFocus(focusableAncestor)))
      target.current?.focus({ preventScroll: true });
  }, [busy]);
  return target;
}

/** Calls `callback` when the focus moves outside an element, as long as `isListening`. */
export function useFocusOutside(id: string, isListening: boolean, callback: () => void): void {
  const onFocusOutside = useEffectEvent(callback);
  useEffect(() => {
    if (!isListening) return;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Node && !document.getElementById(id)?.contains(target)) onFocusOutside();
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [id, isListening]);
}
