import * as v from 'valibot';

/** Reads data of a shape from the text of a file; null where the text is no such data. */
export function readJson<Data>(text: string, schema: v.GenericSchema<unknown, Data>): Data | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
