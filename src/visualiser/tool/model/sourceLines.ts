import { fileOf } from '../../../../machines/folders.ts';
import type { ChartModel, Flow } from '../../../../machines/paths/index.ts';
import { nameIn } from './chart/names.ts';

const ROOT = '../../../../';

const texts = import.meta.glob<string>('../../../../machines/**/*.machine.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const indentOf = (line = ''): number => line.search(/\S/);

/** The index of the line with a key, within the indented lines below another line; -1 where there is none. */
function indexOfKey(lines: readonly string[], key: string, above: number): number {
  const length = lines
    .slice(above + 1)
    .findIndex((line) => line !== '' && indentOf(line) <= indentOf(lines[above]));
  const isKey = new RegExp(`^\\s+(?:(?:\\S.*[{ ])?'?${key}'?: |${key},$)`);
  const within = lines.slice(above + 1).findIndex((line, index) => index < length && isKey.test(line));
  return above === -1 || within === -1 ? -1 : above + 1 + within;
}

/** The key of a transition in its state: an event, a delay, `onDone` or `onError`. */
const keyOf = (trigger: string): string =>
  trigger.startsWith('done of')
    ? 'onDone'
    : trigger.startsWith('error of')
      ? 'onError'
      : trigger.replace(/^after (\S+).*/, '$1');

/** The files of a machine: its own, and those of the machines that it is made of. */
function filesOf(flow: Flow): string[] {
  const own = fileOf(flow, 'machine');
  const parts = texts[ROOT + own]?.match(/(?<=from '\.\.\/)[^']+\.machine\.ts(?=')/g) ?? [];
  return [own, ...parts.map((part) => `machines/${part}`)];
}

/**
 * The place of a state or a transition in the source, as a path in the repository and a line:
 * `machines/contact/contact.machine.ts:20`. The formatter indents the content of a state. The line is that of the
 * state where the transition stands in another place.
 */
export function sourceLineOf(flow: Flow, model: ChartModel, id: string): string {
  const transition = model.transitions.find((known) => known.id === id);
  const keys = nameIn(model, transition?.source ?? id).split('.');
  for (const file of filesOf(flow)) {
    const lines = (texts[ROOT + file] ?? '').split('\n');
    const states = lines.findIndex((line) => /^\s+(?:const states = \{|states: \{)$/.test(line));
    const state = keys.reduce((above, key) => indexOfKey(lines, key, above), states);
    if (state === -1) continue;
    const own = transition ? indexOfKey(lines, keyOf(transition.trigger), state) : -1;
    return `${file}:${Math.max(state, own) + 1}`;
  }
  return fileOf(flow, 'machine');
}
