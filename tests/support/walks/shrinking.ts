/**
 * Yields shorter sequences to try, and takes for each the sequence that failed, or null where it did not fail. Returns
 * the shortest that failed. It leaves out halves first, then ever smaller chunks, down to single items.
 */
export function* shrinking<Item>(
  failing: readonly Item[],
): Generator<readonly Item[], readonly Item[], readonly Item[] | null> {
  let shortest = failing;
  let size = Math.ceil(shortest.length / 2);
  while (size > 0) {
    const { length } = shortest;
    for (let start = 0; start < shortest.length; ) {
      const failed = yield shortest.toSpliced(start, size);
      if (failed && failed.length < shortest.length) shortest = failed;
      else start += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (shortest.length === length) break;
  }
  return shortest;
}
