import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { elementOf } from './fragment.ts';

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
  const start =
    elementOf(hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!start) return;
  // Set, it lets an element take the focus that does not take it by itself.
  if (start.tabIndex < 0) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}

/**
 * An element that takes the focus when it appears, such as the heading of a screen that replaces a form; where `when`
 * is false only if nothing has the focus, as when it took the place of what had it.
 */
export function useFocusOnMount<Target extends HTMLElement>(when = true): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const focus = useEffectEvent(() => {
    if (when || document.activeElement === document.body) target.current?.focus({ preventScroll: !when });
  });
  useEffect(() => focus(), []);
  return target;
}

const hasFocus = (element: Element | null) => document.activeElement === element;

/**
 * An element that gets the focus back when work that disabled it is over and nothing else has taken the focus.
 * Meanwhile what it stands in holds the focus, if it can: a browser would drop what is disabled under it.
 */
export function useFocusBack<Target extends HTMLElement>(busy: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    const isBusyNow = busy && !wasBusy.current;
    const isOver = !busy && wasBusy.current;
    wasBusy.current = busy;
    const holder = target.current?.closest<HTMLElement>('[tabindex]') ?? null;
    const isLost = hasFocus(document.body) || document.activeElement?.matches(':disabled');
    if (isBusyNow && isLost) holder?.focus({ preventScroll: true });
    if (isOver && (isLost || hasFocus(holder))) target.current?.focus({ preventScroll: true });
  }, [busy]);
  return target;
}

/** Tells when the focus goes to something outside an element, as long as it is listened for. */
export function useFocusOutside(id: string, isListening: boolean, act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (!isListening) return;
    const listen = ({ target }: FocusEvent) => {
      if (target instanceof Node && !document.getElementById(id)?.contains(target)) actNow();
    };
    document.addEventListener('focusin', listen);
    return () => document.removeEventListener('focusin', listen);
  }, [id, isListening]);
}
