import { type RefObject, useEffect, useRef } from 'react';

/** An element that is scrolled into view, no further than needed, when it has something new to say. */
export function useInView<Target extends HTMLElement>(said: string | null): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (said !== null) target.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return target;
}
