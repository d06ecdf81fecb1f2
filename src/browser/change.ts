import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Tells of each change of a value after the first one, before the browser paints. */
export function useOnChange<Value>(value: Value, act: (value: Value) => void): void {
  const last = useRef(value);
  const actNow = useEffectEvent(act);
  useLayoutEffect(() => {
    if (Object.is(last.current, value)) return;
    last.current = value;
    actNow(value);
  }, [value]);
}
