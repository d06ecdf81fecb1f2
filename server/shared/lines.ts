/** Yields the lines of a text that comes in pieces. A line ends with a line feed and nothing else. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let partialLine = '';
  for await (const piece of pieces) {
    const lines = `${partialLine}${piece}`.split('\n');
    partialLine = String(lines.pop());
    yield* lines;
  }
  if (partialLine) yield partialLine;
}

const CHUNK_LENGTH = 65_536;

/** Yields lines in larger pieces, which are written faster. */
export async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
