import type { AnyActor } from 'xstate';
import { isActor } from './xstateInternals.ts';

/** Returns a value as data that can be compared as text: actors as their paths, values that JSON lacks as words. */
export function comparable(value: unknown, nameOf: (actor: AnyActor) => string): string | undefined {
  return JSON.stringify(value, function (this: object, key: string, part: unknown) {
    const original: unknown = Reflect.get(this, key);
    if (isActor(original)) return `actor ${nameOf(original)}`;
    if (original instanceof Map) return { map: [...original] };
    if (original instanceof Set) return { set: [...original] };
    if (original instanceof Error) return { error: original.message };
    if (typeof original === 'bigint' || typeof original === 'symbol') return String(original);
    if (typeof original === 'number' && !Number.isFinite(original)) return String(original);
    return original === undefined || typeof original === 'function' ? `${typeof original}` : part;
  });
}
