/** The series of one scrape by their names with labels. */
export type Scrape = ReadonlyMap<string, number>;

/** Scrapes metrics as Prometheus does: with `up`, which is 0 where nothing answers. */
export async function scrape(url: string): Promise<Scrape> {
  const text = await fetch(url).then(
    (response) => response.text(),
    () => '',
  );
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const series = lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/.* /, ''))] as const);
  return new Map([...series, ['up', text === '' ? 0 : 1]]);
}

/** Two scrapes, and the time at which an expression is evaluated, in seconds since 1970. */
export type Observation = { before: Scrape; after: Scrape; nowSeconds: number };

/** Whether an expression of an alert is true, in the part of PromQL that docs/alerts.md uses. */
export const fires = (expression: string, observation: Observation): boolean =>
  expression.split(' and ').every((comparison) => {
    const [, query = '', operator = '', threshold] = /^(.+) (>|==) (\S+)$/.exec(comparison) ?? [];
    const limit = Number(threshold);
    return evaluate(query, observation).some((value) => (operator === '>' ? value > limit : value === limit));
  });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The values of the series of an expression. */
function evaluate(query: string, observation: Observation): number[] {
  const { before, after, nowSeconds } = observation;
  const inner = (pattern: RegExp) => pattern.exec(query)?.[1];
  const summed = inner(/^sum\((.+)\)$/);
  if (summed) return [sum(evaluate(summed, observation))];
  const since = inner(/^time\(\) - (.+)$/);
  if (since) return evaluate(since, observation).map((value) => nowSeconds - value);
  const increased = inner(/^increase\((.+)\[\w+\]\)$/);
  // A series that begins after the first scrape has no increase.
  if (increased)
    return select(increased, before).map(([name, value]) => (after.get(name) ?? Number.NaN) - value);
  const bucket = inner(/^histogram_quantile\(0\.99, sum by \(le\) \(rate\((.+)\[\w+\]\)\)\)$/);
  if (bucket)
    return [
      percentile(select(bucket, after).map(([name, value]) => [name, value - (before.get(name) ?? 0)])),
    ];
  return select(query, after).map(([, value]) => value);
}

/** The 99th percentile of the cumulative buckets of a histogram, interpolated within its bucket. */
function percentile(increases: readonly (readonly [name: string, increase: number])[]): number {
  const counts = new Map<number, number>([[0, 0]]);
  for (const [name, increase] of increases) {
    const bound = Number(/le="([^"]+)"/.exec(name)?.[1]?.replace('+Inf', 'Infinity'));
    counts.set(bound, (counts.get(bound) ?? 0) + increase);
  }
  const rank = 0.99 * (counts.get(Number.POSITIVE_INFINITY) ?? 0);
  const buckets = [...counts].toSorted(([one], [other]) => one - other);
  const index = Math.max(
    1,
    buckets.findIndex(([, count]) => count >= rank),
  );
  const [[low = 0, below = 0] = [], [high = 0, upTo = 0] = []] = buckets.slice(index - 1, index + 1);
  return high === Number.POSITIVE_INFINITY ? low : low + ((high - low) * (rank - below)) / (upTo - below);
}

/** The series that a selector names. */
function select(selector: string, scraped: Scrape): [name: string, value: number][] {
  const [, metric, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const wanted = labels === '' ? [] : labels.split(',');
  return [...scraped].filter(
    ([name]) => name.replace(/\{.*/, '') === metric && wanted.every((label) => name.includes(label)),
  );
}
