import { readFileSync } from 'node:fs';

/** A step of a recorded server: a call on a file or directory, by inode, or a response that acknowledged something. */
export type Step =
  | { do: 'write'; inode: number; position: number; bytes: Buffer }
  | { do: 'truncate'; inode: number; size: number }
  | { do: 'create' | 'createDirectory'; path: string; inode: number }
  | { do: 'rename'; path: string; newPath: string }
  | { do: 'remove'; path: string }
  | { do: 'sync'; inode: number }
  | { do: 'acknowledge'; name: string };

/** Reads what `recorder.js` wrote. A last step that was cut off by the end of the process is left out. */
export function readRecording(file: string): Step[] {
  const data = readFileSync(file);
  const steps: Step[] = [];
  for (let offset = 0; offset + 8 <= data.length; ) {
    const textEnd = offset + 8 + data.readUInt32LE(offset);
    const end = textEnd + data.readUInt32LE(offset + 4);
    if (end > data.length) break;
    const step = JSON.parse(data.toString('utf8', offset + 8, textEnd));
    steps.push({ ...step, bytes: data.subarray(textEnd, end) });
    offset = end;
  }
  return steps;
}
