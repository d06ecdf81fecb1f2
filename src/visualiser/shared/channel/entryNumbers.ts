let last = 0;

/**
 * The number of an entry that is made now: microseconds since 1970, and higher each time. So numbers sort the
 * entries of all pages of a browser.
 */
export function nextNumber(): number {
  last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1_000));
  return last;
}
