import { type ChartModel, transitionLabel } from '../../../../machines/paths/index.ts';
import type { Size } from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { textWidth } from './textWidths.ts';
import type { ChartState, ChartTransition } from './types.ts';

/** The texts in the boxes and at the arrows of a chart, and their sizes in pixels at scale 1. */

export const TITLE_SIZE = 15;
export const ROW_SIZE = 12;
export const LABEL_SIZE = 13;
export const TAG_SIZE = 11;
export const ROW_HEIGHT = 17;
export const LABEL_HEIGHT = 16;
export const INSET = 12;
export const LABEL_INSET = 7;
export const TITLE_HEIGHT = 32;

/** A line in a state: one of its transitions without a target, or a fact. */
export type Row = { text: string; transition?: string };

const labelWidth = (line: string) => textWidth(line, LABEL_SIZE);

export const childrenOf = ({ states }: ChartModel, id: string | null): ChartState[] =>
  states.filter(({ parent }) => parent === id);

/** Returns the number of states in a state, at any depth. */
export const hiddenStateCount = (model: ChartModel, id: string): number =>
  childrenOf(model, id).reduce((sum, child) => sum + 1 + hiddenStateCount(model, child.id), 0);

/** Returns the lines under the title of a state; its actions only with details. */
export function rowsOf(model: ChartModel, state: ChartState, folded: boolean, details: boolean): Row[] {
  const { id, invokes, entry, exit } = state;
  const hidden = hiddenStateCount(model, id);
  return [
    ...(folded ? [{ text: hidden === 1 ? '1 state inside' : `${hidden} states inside` }] : []),
    ...invokes.map((actor) => ({ text: `invoke / ${actor}` })),
    ...(details ? entry.map((action) => ({ text: `entry / ${action}` })) : []),
    ...(details ? exit.map((action) => ({ text: `exit / ${action}` })) : []),
    ...model.transitions
      .filter(({ source, targets }) => source === id && targets.length === 0)
      .map((transition) => ({ text: transitionLabel(transition), transition: transition.id })),
  ];
}

const WIDEST_LINE = 112;

function wrapWords(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && labelWidth(longer) <= WIDEST_LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Returns the lines of the label at an arrow; its actions only with details. */
export function labelLines({ trigger, guard, actions }: ChartTransition, details: boolean): string[] {
  const timer = /(.+) (\(\d+ ms\))$/.exec(trigger);
  return [
    ...wrapWords(timer ? timer.slice(1) : [trigger]),
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...(details && actions.length > 0 ? wrapWords(`/ ${actions.join(', ')}`.split(' ')) : []),
  ];
}

/** Returns the line and the width of the guard in the label at an arrow. */
export function guardPosition(transition: ChartTransition): { line: number; width: number } {
  const text = `[${transition.guard}]`;
  return { line: labelLines(transition, false).indexOf(text), width: labelWidth(text) };
}

export function labelSize(lines: readonly string[]): Size {
  return {
    width: Math.max(...lines.map(labelWidth)) + 2 * LABEL_INSET,
    height: lines.length * LABEL_HEIGHT + 6,
  };
}

export const tagWidth = (tag: string): number => textWidth(tag, TAG_SIZE) + 12;

export const titleWidth = ({ key }: ChartState): number => textWidth(key, TITLE_SIZE, 'strong');

/** Returns the size of a state without its children. */
export function headSize(state: ChartState, rows: readonly Row[], isCompound: boolean): Size {
  if (state.type === 'history') return { width: 26, height: 26 };
  const tags = state.tags.reduce((sum, tag) => sum + tagWidth(tag) + 6, 0);
  const title = titleWidth(state) + tags + (isCompound ? 24 : 0);
  return {
    width: Math.max(title, ...rows.map(({ text }) => textWidth(text, ROW_SIZE))) + 2 * INSET,
    height: TITLE_HEIGHT + rows.length * ROW_HEIGHT + (rows.length > 0 ? 6 : 0),
  };
}
