/** The written result of a step: its state and its effects, in the order of `effectsOf`. */
export type WrittenResult = { state: string; effects: readonly string[] };

/**
 * A step as it is written: an event or an outcome by its name, and its result. `wait` is the time in milliseconds
 * that passes with it; a refused step changes nothing.
 */
export type WrittenStep = { name: string; wait?: number } & (WrittenResult | { refused: true });

export type WrittenTest = { title: string; steps: readonly WrittenStep[] };

/** A plan as it is written: the start, the tests, and the parts that they cannot reach, with the reason. */
export type WrittenPlan = {
  start: WrittenResult;
  tests: readonly WrittenTest[];
  unreachable: readonly { id: string; reason: string }[];
};

const REFUSED = 'refused';

const UNREACHABLE = 'What no case reaches';

const resultAsText = ({ state, effects }: WrittenResult): string => [`\`${state}\``, ...effects].join(' · ');

/** A step as a line: `submitted: by the button → `submitting` · invokes send(values)`. */
export function stepAsText(step: WrittenStep): string {
  const wait = step.wait === undefined ? '' : ` (${step.wait} ms)`;
  return `${step.name}${wait} → ${'refused' in step ? REFUSED : resultAsText(step)}`;
}

/**
 * A plan as Markdown that `parsePlan` reads, below paragraphs for its readers.
 *
 * @example
 * planAsText(['# Shelf'], writePlan(shelf)).split('\n')[2]; // 'Each test begins: `empty`'
 */
export const planAsText = (
  introduction: readonly string[],
  { start, tests, unreachable }: WrittenPlan,
): string =>
  [
    ...introduction.flatMap((paragraph) => [paragraph, '']),
    `Each test begins: ${resultAsText(start)}`,
    ...tests.flatMap(({ title, steps }, index) => [
      '',
      `## ${index + 1}. ${title}`,
      '',
      ...steps.map((step) => `1. ${stepAsText(step)}`),
    ]),
    ...(unreachable.length > 0
      ? ['', `## ${UNREACHABLE}`, '', ...unreachable.map(({ id, reason }) => `- \`${id}\`: ${reason}`)]
      : []),
    '',
  ].join('\n');

/** A result from its text, whose parts are separated by dots in the middle of the line. */
function parseResult(text: string): WrittenResult | null {
  const [, state, rest = ''] = /^`([^`]*)`(?: · (.*))?$/.exec(text) ?? [];
  return state === undefined ? null : { state, effects: partsOf(rest) };
}

/** Splits effects, but not within their quoted texts. */
const partsOf = (text: string): string[] =>
  (text.match(/(?:"(?:[^"\\]|\\.)*"|(?! · ).)+/g) ?? []).map((part) => part.replace(/^· /, ''));

function parseStep(line: string): WrittenStep | null {
  const [, name = '', wait, result = ''] =
    /^1\. (.*?)(?: \((\d+(?:\.\d+)?) ms\))? → (refused|`.*)$/.exec(line) ?? [];
  const timed = { name, ...(wait !== undefined && { wait: Number(wait) }) };
  if (result === REFUSED) return { ...timed, refused: true };
  const parsed = parseResult(result);
  return parsed && { ...timed, ...parsed };
}

/**
 * The plan that is written as Markdown.
 *
 * @throws Error for a line that is none of a plan, with its number
 *
 * @example
 * const written = writePlan(shelf);
 * parsePlan(planAsText(['# Shelf'], written)).tests.length === written.tests.length; // true
 */
export function parsePlan(markdown: string): WrittenPlan {
  let start: WrittenResult | null = null;
  const tests: { title: string; steps: WrittenStep[] }[] = [];
  const unreachable: { id: string; reason: string }[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, begins] = /^Each test begins: (.*)$/.exec(line) ?? [];
    if (begins !== undefined) start = parseResult(begins);
    const [, title] = /^## \d+\. (.*)$/.exec(line) ?? [];
    if (title !== undefined) tests.push({ title, steps: [] });
    const [, id, reason] = /^- `(.*?)`: (.*)$/.exec(line) ?? [];
    if (id !== undefined && reason !== undefined) unreachable.push({ id, reason });
    if (!line.startsWith('1. ')) continue;
    const step = parseStep(line);
    const test = tests.at(-1);
    if (!step || !test) throw new Error(`line ${index + 1} is no step of a test: ${line}`);
    test.steps.push(step);
  }
  if (!start) throw new Error('no line says how each test begins');
  return { start, tests, unreachable };
}
