import { type ChartModel, transitionLabel } from '../../../../../machines/paths/index.ts';
import type { ChartState, ChartTransition } from '../../model/chart/types.ts';
import type { Arrow, Size } from './layout.types.ts';
import { textWidth } from './textWidths.ts';

/** The texts in the boxes and at the arrows of a chart, and their sizes in pixels at scale 1. */

export const TITLE_SIZE = 15;
export const TEXT_SIZE = 12.5;
export const ROW_HEIGHT = 17;
export const LABEL_HEIGHT = 16;
export const INSET = 12;
export const LABEL_INSET = 7;
export const TITLE_HEIGHT = 32;

/** A line in a state: one of its transitions without a target, or a fact. */
export type Row = { text: string; transition?: string };

/** A line of the label at an arrow, and the transitions that it stands for. */
export type LabelLine = { text: string; transitions: readonly string[]; isFirst: boolean };

export const lineWidth = (line: string) => textWidth(line, TEXT_SIZE);

export const childrenOf = ({ states }: ChartModel, id: string | null): ChartState[] =>
  states.filter(({ parent }) => parent === id);

const hiddenStateCount = (model: ChartModel, id: string): number =>
  childrenOf(model, id).reduce((sum, child) => sum + 1 + hiddenStateCount(model, child.id), 0);

/** Whether a state is the initial one of its parent, or around that. */
export const isInitial = ({ initialArrows: initials }: ChartModel, { id, parent }: ChartState): boolean =>
  initials.some(({ source: of, target }) => of === parent && (target === id || target.startsWith(`${id}.`)));

/** The activity of a state in words: the actors that it invokes, and its actions where they are shown. */
export const factsOf = ({ invokes, entry, exit }: ChartState, hasActions: boolean): string[] => [
  ...invokes.map((actor) => `invoke / ${actor}`),
  ...(hasActions ? entry.map((action) => `entry / ${action}`) : []),
  ...(hasActions ? exit.map((action) => `exit / ${action}`) : []),
];

/** The lines under the title of a state. */
export function rowsOf(model: ChartModel, state: ChartState, isFolded: boolean, hasActions: boolean): Row[] {
  const { id } = state;
  const hidden = hiddenStateCount(model, id);
  return [
    ...(isFolded ? [{ text: hidden === 1 ? '1 state inside' : `${hidden} states inside` }] : []),
    ...factsOf(state, hasActions).map((text) => ({ text })),
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
    if (last !== undefined && lineWidth(longer) <= WIDEST_LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function textOf({ trigger, guard, actions }: ChartTransition, hasActions: boolean): string[] {
  const timer = /(.+) (\(\d+ ms\))$/.exec(trigger);
  return [
    ...wrapWords(timer ? timer.slice(1) : [trigger]),
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...(hasActions && actions.length > 0 ? wrapWords(`/ ${actions.join(', ')}`.split(' ')) : []),
  ];
}

/** The most texts in the label of an arrow. */
const MOST = 3;

/** The lines of the label at the arrow of some transitions: each text once, and how many more there are. */
export function labelLines(transitions: readonly ChartTransition[], hasActions: boolean): LabelLine[] {
  const texts = new Map<string, { lines: string[]; ids: string[] }>();
  for (const transition of transitions) {
    const lines = textOf(transition, hasActions);
    const known = texts.get(lines.join('\n'));
    if (known) known.ids.push(transition.id);
    else texts.set(lines.join('\n'), { lines, ids: [transition.id] });
  }
  const all = [...texts.values()];
  const shown = all.length > MOST ? all.slice(0, MOST - 1) : all;
  const more = all.slice(shown.length).flatMap(({ ids }) => ids);
  return [
    ...shown.flatMap(({ lines, ids }) =>
      lines.map((text, index) => ({ text, transitions: ids, isFirst: index === 0 })),
    ),
    ...(more.length > 0 ? [{ text: `+ ${more.length} more`, transitions: more, isFirst: true }] : []),
  ];
}

/** The lines of the label at a drawn arrow. */
export const linesOf = ({ transitions }: ChartModel, arrow: Arrow, hasActions: boolean): LabelLine[] =>
  labelLines(
    transitions.filter(({ id, targets: [first] }) => arrow.transitions.includes(id) && arrow.label && first),
    hasActions,
  );

export function labelSize(lines: readonly LabelLine[]): Size {
  return {
    width: Math.max(...lines.map(({ text }) => lineWidth(text))) + 2 * LABEL_INSET,
    height: lines.length * LABEL_HEIGHT + 6,
  };
}

export const tagWidth = (tag: string): number => textWidth(tag, TEXT_SIZE) + 12;

export const titleWidth = ({ key }: ChartState): number => textWidth(key, TITLE_SIZE, 'strong');

/** The size of a state without its children. */
export function headSize(state: ChartState, rows: readonly Row[], isCompound: boolean): Size {
  if (state.type === 'history') return { width: 26, height: 26 };
  const tags = state.tags.reduce((sum, tag) => sum + tagWidth(tag) + 6, 0);
  const title = titleWidth(state) + tags + (isCompound ? 24 : 0);
  return {
    width: Math.max(title, ...rows.map(({ text }) => lineWidth(text))) + 2 * INSET,
    height: TITLE_HEIGHT + rows.length * ROW_HEIGHT + (rows.length > 0 ? 6 : 0),
  };
}
