type JsonObject = Record<string, unknown>;

const typeNameOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : typeof value;

/** Returns the first difference in type between an edited payload and that of its case; null where there is none. */
function problemIn(payload: unknown, example: unknown, path: string): string | null {
  if (typeNameOf(example) === 'null' || typeNameOf(payload) === 'null') return null;
  if (typeNameOf(payload) !== typeNameOf(example))
    return `${path || 'The payload'} is ${typeNameOf(payload)}, not ${typeNameOf(example)}.`;
  if (typeNameOf(example) !== 'an object') return null;
  const givenParts = new Map(Object.entries(Object(payload)));
  for (const [key, part] of Object.entries(Object(example))) {
    const innerPath = path === '' ? key : `${path}.${key}`;
    if (!givenParts.has(key)) return `${innerPath} is missing.`;
    const problem = problemIn(givenParts.get(key), part, innerPath);
    if (problem) return problem;
  }
  return null;
}

const isJsonObject = (value: unknown): value is JsonObject => typeNameOf(value) === 'an object';

/** Parses an edited payload: JSON with every field of the payload of its case, of the same types or null. */
export function readPayload(text: string, example: object): { payload: JsonObject } | { problem: string } {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!isJsonObject(payload)) return { problem: `The payload is ${typeNameOf(payload)}, not an object.` };
  const problem = problemIn(payload, example, '');
  return problem ? { problem } : { payload };
}
