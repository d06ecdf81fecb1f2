/** A part of plain data by its key; undefined where it has none. */
export const partOf = (data: unknown, key: string): unknown =>
  typeof data === 'object' && data !== null && key in data ? Reflect.get(data, key) : undefined;
