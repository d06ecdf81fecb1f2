import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Calls `callback` when `value` changes after the first render, before the browser paints. */
export function useOnChange<Value>(value: Value, callback: (value: Value) => void | Promise<void>): void {
  const previousValue = useRef(value);
  const onValueChange = useEffectEvent(callback);
  useLayoutEffect(() => {
    if (Object.is(previousValue.current, value)) return;
    previousValue.current = value;
    void onValueChange(value);
  }, [value]);
}
