/** The kinds of items to cover, one for each criterion of a plan. */
export type CoverageKind = 'state' | 'transition' | 'guard' | 'case' | 'pair';

export type CoverageItem = {
  kind: CoverageKind;
  id: string;
  status: 'covered' | 'uncovered' | 'unreachable';
  /** The levels at which the item ran. */
  levels: string[];
  /** The reason why the item is unreachable. */
  reason?: string;
};

/** The coverage of a flow by test runs. */
export type Coverage = {
  flow: string;
  items: CoverageItem[];
  /** The numbers of covered and all items of each kind, at one level or at any. */
  totals: (level?: string) => Record<CoverageKind, { covered: number; of: number }>;
  /** Lines of text: the totals, then each item that is not covered, except pairs. */
  asText: () => string;
  /** A Markdown table of all items. */
  asMarkdown: () => string;
};

export function coverageWith(flow: string, items: CoverageItem[]): Coverage {
  const totals: Coverage['totals'] = (level) => {
    const totalOf = (kind: CoverageKind) => {
      const ofKind = items.filter((item) => item.kind === kind);
      const covered = ofKind.filter(({ levels }) =>
        level === undefined ? levels.length > 0 : levels.includes(level),
      );
      return { covered: covered.length, of: ofKind.length };
    };
    return {
      state: totalOf('state'),
      transition: totalOf('transition'),
      guard: totalOf('guard'),
      case: totalOf('case'),
      pair: totalOf('pair'),
    };
  };
  return {
    flow,
    items,
    totals,
    asText: () => {
      const sums = Object.entries(totals()).map(([kind, { covered, of }]) => `${covered} of ${of} ${kind}s`);
      const missing = items.filter(({ kind, status }) => status !== 'covered' && kind !== 'pair');
      const rest = missing.map(
        ({ status, kind, id, reason }) => `  ${status} ${kind}: ${id}${reason ? ` (${reason})` : ''}`,
      );
      return [`${flow}: ${sums.join(', ')}`, ...rest].join('\n');
    },
    asMarkdown: () => {
      const rows = items.map(
        ({ kind, id, status, levels, reason }) =>
          `| ${kind} | ${id} | ${status} | ${reason ?? levels.join(', ')} |`,
      );
      return [
        `### ${flow}`,
        '',
        '| Kind | What | Status | Where |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    },
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Coverage in the XML of JUnit: a suite for each flow, and a test for each item, which fails where nothing covered
 * it and is skipped where nothing can.
 *
 * @example
 * coverageAsJUnit([coverageOf(explore(shelf), [])]).split('\n')[2]; // '  <testsuite name="shelf" tests="20" failures="20" skipped="0">'
 */
export function coverageAsJUnit(all: readonly Coverage[]): string {
  const outcomes = {
    covered: () => '',
    uncovered: () => '<failure message="not covered"/>',
    unreachable: (reason: string) => `<skipped message="${escaped(reason)}"/>`,
  };
  const suites = all.flatMap(({ flow, items }) => {
    const count = (status: CoverageItem['status']) => items.filter((item) => item.status === status).length;
    return [
      `  <testsuite name="${escaped(flow)}" tests="${items.length}" failures="${count('uncovered')}" skipped="${count('unreachable')}">`,
      ...items.map(
        ({ kind, id, status, reason = '' }) =>
          `    <testcase classname="${escaped(flow)}.${kind}" name="${escaped(id)}">${outcomes[status](reason)}</testcase>`,
      ),
      '  </testsuite>',
    ];
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>'].join('\n');
}
