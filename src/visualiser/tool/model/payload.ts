type JsonObject = Record<string, unknown>;

/** The values of fields that are chosen from a list, by the names of the fields. */
type Choices = Readonly<Record<string, readonly string[]>>;

const typeNameOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : typeof value;

const isJsonObject = (value: unknown): value is JsonObject => typeNameOf(value) === 'an object';

const partsOf = (objects: readonly JsonObject[], key: string): unknown[] =>
  objects.flatMap((object) => (key in object ? [object[key]] : []));

/** Says that a text is no choice of its field, unless it is one, or is in a case. */
function choiceProblems(
  text: unknown,
  examples: readonly unknown[],
  path: string,
  choices: Choices,
): string[] {
  const allowed = choices[path.slice(path.lastIndexOf('.') + 1)];
  if (typeof text !== 'string' || !allowed || allowed.includes(text) || examples.includes(text)) return [];
  return [`${path} is "${text}", which is no choice: ${allowed.map((choice) => `"${choice}"`).join(', ')}.`];
}

/**
 * The differences in shape between an edited payload and the payloads of the cases of its event. Each part must
 * have the type of the same part in some case, each item of a list that of some item, and each chosen value must
 * be a choice.
 */
function problemsIn(
  payload: unknown,
  examples: readonly unknown[],
  path: string,
  choices: Choices,
): string[] {
  const types = [...new Set(examples.map(typeNameOf))];
  // Nothing is known of the items of a list that is empty in every case, nor of a part that is null in every case.
  if (types.every((type) => type === 'null')) return [];
  if (!types.includes(typeNameOf(payload)))
    return [`${path} is ${typeNameOf(payload)}, not ${types.join(' or ')}.`];
  if (Array.isArray(payload)) {
    const items = examples.flatMap((example) => (Array.isArray(example) ? example : []));
    return payload.flatMap((item, index) => problemsIn(item, items, `${path}[${index}]`, choices));
  }
  if (!isJsonObject(payload)) return choiceProblems(payload, examples, path, choices);
  const objects = examples.filter(isJsonObject);
  const known = [...new Set(objects.flatMap(Object.keys))];
  if (known.length === 0 && path !== '') return [];
  const pathTo = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = objects.map((object) => Object.keys(object).find((key) => !(key in payload)));
  const [first] = missing;
  if (first !== undefined && !missing.includes(undefined)) return [`${pathTo(first)} is missing.`];
  const unknown = Object.keys(payload).find((key) => !known.includes(key));
  if (unknown !== undefined) return [`${pathTo(unknown)} is in no case of the event.`];
  return Object.entries(payload).flatMap(([key, part]) =>
    problemsIn(part, partsOf(objects, key), pathTo(key), choices),
  );
}

/**
 * Parses an edited payload: JSON of the shape that the payloads of the cases of its event have. A part is null
 * only where it is so in a case. A chosen value is one of `choices`, or is so in a case.
 */
export function readPayload(
  text: string,
  examples: readonly object[],
  choices: Choices = {},
): { payload: JsonObject } | { problem: string } {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : error}` };
  }
  if (!isJsonObject(payload)) return { problem: `The payload is ${typeNameOf(payload)}, not an object.` };
  const [problem] = problemsIn(payload, examples, '', choices);
  return problem === undefined ? { payload } : { problem };
}
