/** Receives structured log lines. */
export type Log = {
  write(line: string): void;
  /** Number of lines that were not written. */
  readonly droppedLines?: number;
};

/** Bytes that may wait for the reader of the log; lines beyond them are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * A log on standard error. Lines of the same turn of the event loop are written together, also at the end of the
 * process. When the reader of the log goes away or does not read, lines are dropped and the server goes on.
 */
export function openLog(): Log {
  // Without a listener an error of one stream ends the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let droppedLines = 0;
  let lines: string[] = [];
  function writeLines(): void {
    if (lines.length > 0) process.stderr.write(lines.join(''));
    lines = [];
  }
  process.on('exit', writeLines);
  return {
    write(line) {
      if (process.stderr.writableLength >= MAX_WAITING_BYTES) {
        droppedLines += 1;
        return;
      }
      if (lines.push(line) === 1) setImmediate(writeLines);
    },
    get droppedLines() {
      return droppedLines;
    },
  };
}
