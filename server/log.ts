/** Receives structured log lines. */
export type Log = {
  write(line: string): void;
  /** Number of lines that were not written. */
  readonly droppedLines?: number;
};

/** Bytes that may wait for the reader of the log; lines beyond them are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Returns a log on standard error. When its reader goes away or does not read, lines are dropped and the server goes on. */
export function openLog(): Log {
  // Without a listener an error of these streams ends the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let droppedLines = 0;
  return {
    write(line) {
      if (process.stderr.writableLength < MAX_WAITING_BYTES) process.stderr.write(line);
      else droppedLines += 1;
    },
    get droppedLines() {
      return droppedLines;
    },
  };
}
