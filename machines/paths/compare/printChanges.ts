import {
  type BuildChanges,
  type Change,
  changeKinds,
  type Difference,
  type FlowChanges,
} from './changes.types.ts';

const statuses = ['added', 'removed', 'altered'] as const;

/** A text as Markdown code, even if it contains backticks. */
const code = (text: string): string => {
  if (text === '') return '*nothing*';
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text}${fence}`;
};

const describe = ({ what, before, after }: Difference) => `${what} ${code(before)} → ${code(after)}`;

const lineOf = ({ status, kind, name, differences }: Change) => {
  const details = differences.length === 0 ? '' : `: ${differences.map(describe).join('; ')}`;
  return `- **${status}** ${kind} ${code(name)}${details}`;
};

function sectionOf({ title, status, changes, lostCoverage }: FlowChanges): string {
  if (status !== 'altered') return `### ${title}\n\nThe flow was ${status}.`;
  const lines = changeKinds.flatMap((kind) => changes.filter((change) => change.kind === kind).map(lineOf));
  const lost = lostCoverage.map(
    ({ level, kind, name }) => `- **coverage lost** at ${level}: ${kind} ${code(name)}`,
  );
  return [`### ${title}`, '', ...lines, ...lost].join('\n');
}

function rowOf({ title, status, changes, lostCoverage }: FlowChanges): string {
  const counts = statuses.map((each) => changes.filter((change) => change.status === each).length);
  const cells = status === 'altered' ? counts : statuses.map((each) => (each === status ? 'the flow' : 0));
  return `| ${[title, ...cells, lostCoverage.length].join(' | ')} |`;
}

export function changesAsMarkdown({
  before,
  after,
  flows,
  levelsNotCompared,
}: Omit<BuildChanges, 'asMarkdown'>): string {
  const head = `## The flows: ${after} since ${before}`;
  const note =
    levelsNotCompared.length === 0
      ? []
      : ['', `Coverage was not compared for ${levelsNotCompared.join(', ')}: one of the two has none.`];
  if (flows.length === 0) return [head, '', 'Nothing has changed.', ...note].join('\n');
  return [
    head,
    '',
    '| Flow | Added | Removed | Altered | Coverage lost |',
    '| --- | --- | --- | --- | --- |',
    ...flows.map(rowOf),
    ...note,
    ...flows.flatMap((flow) => ['', sectionOf(flow)]),
  ].join('\n');
}
