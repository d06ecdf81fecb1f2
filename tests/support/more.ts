/**
 * Whether this is `npm run test:more`, which also runs `tests/more/<level>/` and repeats more often: more seeds,
 * more walks, more kills, each database.
 */
export const isMore = process.env.TEST_MORE === '1';

/** A few times in `npm test`, many times in `npm run test:more`. */
export const times = (few: number, many: number): number => (isMore ? many : few);
