import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useWhileMounted } from '../../src/browser/useWhileMounted.ts';

/** What begins after mount ends after unmount, and where another function takes its place. */

afterEach(cleanup);

test('one function ends before another begins', () => {
  const done: string[] = [];
  const named = (name: string) => () => {
    done.push(`${name} begins`);
    return () => done.push(`${name} ends`);
  };
  const begins = { first: named('first'), second: named('second') };
  const { rerender, unmount } = renderHook(
    ({ begin }: { begin: () => () => void }) => useWhileMounted(begin),
    {
      initialProps: { begin: begins.first },
    },
  );
  rerender({ begin: begins.first });
  expect(done).toEqual(['first begins']);
  rerender({ begin: begins.second });
  unmount();
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
