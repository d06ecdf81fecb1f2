import { describe, expect, test } from 'vitest';
import { ExploreError, observingImpurity } from '../../../machines/paths/exploreError.ts';

test('an error of the exploration has its name', () => {
  expect(String(new ExploreError('it never ends'))).toBe('ExploreError: it never ends');
});

describe('reading the clock or a random number', () => {
  const readingsOf = (run: () => unknown) => {
    const read: string[] = [];
    const result = observingImpurity(run, (source) => read.push(source));
    return { read, result };
  };

  test.each<[string, () => unknown, string[]]>([
    ['Math.random()', () => Math.random(), ['Math.random']],
    ['performance.now()', () => performance.now(), ['performance.now']],
    ['Date.now()', () => Date.now(), ['Date']],
    ['new Date()', () => new Date(), ['Date']],
    ['Date()', () => Date(), ['Date']],
    ['new Date(0)', () => new Date(0), []],
    ['Date.parse()', () => Date.parse('1970-01-01'), []],
    ['Math.max()', () => Math.max(1, 2), []],
  ])('%s', (_, run, expected) => {
    expect(readingsOf(run).read).toEqual(expected);
  });

  test('gives what it always does', () => {
    const before = [performance.now(), Date.now()] as const;
    const { result } = readingsOf(() => ({
      random: Math.random(),
      elapsed: performance.now(),
      now: Date.now(),
      text: Date(),
      date: new Date(),
      fixed: new Date(2020, 1).getMonth(),
      parsed: Date.UTC(1970, 0),
    }));
    expect(result).toEqual({
      random: expect.closeTo(0.5, 0),
      elapsed: expect.closeTo(before[0], -4),
      now: expect.closeTo(before[1], -4),
      text: expect.stringMatching(/^\w{3} \w{3} \d/),
      date: expect.any(Date),
      fixed: 1,
      parsed: 0,
    });
  });

  test('is observed only meanwhile, also where an error ends it', () => {
    const originals = [Math.random, performance.now, Date];
    expect(readingsOf(() => [Math.random, performance.now, Date]).result).not.toEqual(originals);
    expect([Math.random, performance.now, Date]).toEqual(originals);
    expect(() =>
      readingsOf(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    for (const [index, now] of [Math.random, performance.now, Date].entries())
      expect(now).toBe(originals[index]);
  });
});
