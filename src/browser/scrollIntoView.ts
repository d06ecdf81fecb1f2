import { type RefObject, useEffect, useRef } from 'react';
import { attempt } from './attempt.ts';

/** A ref to an element that is scrolled into view, no further than needed, when `message` changes. */
export function useScrollIntoViewOnMessage<Target extends HTMLElement>(
  message: string | null,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (message !== null) attempt(() => target.current?.scrollIntoView({ block: 'nearest' }));
  }, [message]);
  return target;
}
