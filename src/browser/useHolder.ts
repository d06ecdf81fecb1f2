import { type RefObject, useRef } from 'react';

/** Returns a place for a value that is read only when something is pressed, so that nothing is rendered when it changes. */
export const useHolder = <Value>(): RefObject<Value | null> => useRef<Value>(null);
