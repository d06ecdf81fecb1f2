let last = 0;

/**
 * Returns the number of what happens now: microseconds since 1970, and higher each time. So numbers sort what happens on all
 * pages of a browser.
 */
export function nextNumber(): number {
  last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1_000));
  return last;
}
