type Cache<Key, Value> = { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown };

/** A function that computes the value of each key once; in a `WeakMap` for as long as the key is there. */
export const memoize =
  <Key, Value>(compute: (key: Key) => Value, cache: Cache<Key, Value> = new Map<Key, Value>()) =>
  (key: Key): Value => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
