import { type RefObject, useRef } from 'react';

/** A place for a value that only event handlers read: a change renders nothing. */
export const useHolder = <Value>(): RefObject<Value | null> => useRef<Value>(null);
