import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to an element by its id. */
export function focusById(id: string): void {
  document.getElementById(id)?.focus();
}

/** An element that takes the focus when it appears, such as the heading of a screen that replaces a form. */
export function useFocusOnMount<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => target.current?.focus(), []);
  return target;
}

/** An element that gets the focus back when work that disabled it is over and nothing else has taken the focus. */
export function useFocusBack<Target extends HTMLElement>(busy: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) target.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  return target;
}
