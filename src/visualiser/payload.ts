type Plain = Record<string, unknown>;

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : typeof value;

/** What is wrong with a payload that was edited, beside the one of its case; null where nothing is. */
function problemIn(payload: unknown, example: unknown, place: string): string | null {
  if (kindOf(example) === 'null' || kindOf(payload) === 'null') return null;
  if (kindOf(payload) !== kindOf(example))
    return `${place || 'The payload'} is ${kindOf(payload)}, not ${kindOf(example)}.`;
  if (kindOf(example) !== 'an object') return null;
  const given = new Map(Object.entries(Object(payload)));
  for (const [key, part] of Object.entries(Object(example))) {
    const inner = place === '' ? key : `${place}.${key}`;
    if (!given.has(key)) return `${inner} is missing.`;
    const problem = problemIn(given.get(key), part, inner);
    if (problem) return problem;
  }
  return null;
}

const isPlain = (value: unknown): value is Plain => kindOf(value) === 'an object';

/** Reads a payload that somebody edited. It must be JSON, and look like the payload of its case. */
export function readPayload(text: string, example: object): { payload: Plain } | { problem: string } {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!isPlain(payload)) return { problem: `The payload is ${kindOf(payload)}, not an object.` };
  const problem = problemIn(payload, example, '');
  return problem ? { problem } : { payload };
}
