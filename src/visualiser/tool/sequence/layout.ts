import { textWidth } from '../chart/textWidths.ts';
import { messageText } from './sequence.ts';
import type { Sequence, SequenceRow } from './types.ts';

/** Positions and sizes in pixels at scale 1. */
export const TEXT_SIZE = 12;
export const HEAD_HEIGHT = 30;
export const ROW_HEIGHT = 34;
const MARGIN = 12;
const MIN_GAP = 90;
/** The longest text in characters; the rest is cut off, and stands in the list. */
const MAX_TEXT = 52;

export type PlacedRow = { row: SequenceRow; y: number; text: string; width: number };

export type SequenceLayout = {
  width: number;
  height: number;
  /** The middle of each lifeline, by its id. */
  columns: Record<string, number>;
  /** The widths of the boxes with the names of the lifelines. */
  heads: Record<string, number>;
  rows: PlacedRow[];
};

const shorten = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

const textOf = (row: SequenceRow) => shorten(row.kind === 'message' ? messageText(row) : row.text);

/** Returns the positions of everything in the drawing of a sequence: lifelines are as far apart as their texts require. */
export function layOutSequence({ lifelines, rows }: Sequence): SequenceLayout {
  const indexOf = (id: string) => lifelines.findIndex((lifeline) => lifeline.id === id);
  const placed = rows.map((row, index): PlacedRow => {
    const text = textOf(row);
    return { row, text, y: HEAD_HEIGHT + (index + 1) * ROW_HEIGHT, width: textWidth(text, TEXT_SIZE) + 16 };
  });
  const headWidths = lifelines.map(({ name }) => textWidth(name, TEXT_SIZE, 'strong') + 24);
  const gaps = lifelines
    .slice(1)
    .map((_, index) =>
      Math.max(MIN_GAP, ((headWidths[index] ?? 0) + (headWidths[index + 1] ?? 0)) / 2 + MARGIN),
    );
  const widen = (first: number, end: number, width: number) => {
    const missing = width - gaps.slice(first, end).reduce((sum, gap) => sum + gap, 0);
    if (missing > 0)
      for (let index = first; index < end; index += 1)
        gaps[index] = (gaps[index] ?? 0) + missing / (end - first);
  };
  for (const { row, width } of placed) {
    if (row.kind === 'message') {
      const [from, to] = [indexOf(row.from), indexOf(row.to)];
      widen(Math.min(from, to), Math.max(from, to), width + 12);
    } else if (row.kind === 'note') {
      // Half of a note stands on each side of its lifeline.
      const index = indexOf(row.over);
      if (index > 0) widen(index - 1, index, width / 2 + MARGIN);
      if (index < gaps.length) widen(index, index + 1, width / 2 + MARGIN);
    }
  }
  const side = (id: string | undefined, index: number) =>
    MARGIN +
    Math.max(
      headWidths[index] ?? 0,
      ...placed.map(({ row, width }) => (row.kind === 'note' && row.over === id ? width : 0)),
    ) /
      2;
  let x = side(lifelines[0]?.id, 0);
  const columns = lifelines.map(({ id }, index): [string, number] => {
    x += index === 0 ? 0 : (gaps[index - 1] ?? 0);
    return [id, Math.round(x)];
  });
  const loads = placed.map(({ row, width }) => (row.kind === 'pageLoaded' ? width + 2 * MARGIN : 0));
  return {
    width: Math.ceil(Math.max(x + side(lifelines.at(-1)?.id, lifelines.length - 1), ...loads)),
    height: HEAD_HEIGHT + (rows.length + 1) * ROW_HEIGHT,
    columns: Object.fromEntries(columns),
    heads: Object.fromEntries(lifelines.map(({ id }, index) => [id, headWidths[index] ?? 0])),
    rows: placed,
  };
}
