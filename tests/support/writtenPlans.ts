import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planFileOf } from '../../machines/folders.ts';
import { type Flow, parsePlan, planAsText, type WrittenPlan, writePlan } from '../../machines/paths/index.ts';

/** The written plans of the flows, which the tests of all levels walk. */

const pathOf = (flow: Flow): string => fileURLToPath(new URL(`../../${planFileOf(flow)}`, import.meta.url));

/**
 * Returns the written plan of a flow.
 *
 * @throws Error where it has none, or where a line of it cannot be read
 */
export function writtenPlanOf(flow: Flow): WrittenPlan {
  const file = planFileOf(flow);
  if (!existsSync(pathOf(flow)))
    throw new Error(`${flow.id}: there is no ${file}; write it: ${flow.planCommand}`);
  try {
    return parsePlan(readFileSync(pathOf(flow), 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

const introduction = ({ title, planCommand }: Flow) => [
  `# ${title}: the tests`,
  'Every level of the tests walks these paths, and a person can do so by hand. A line is a step, the state that follows, and what it changes: values of the context, actions, and actors that are invoked with their inputs. A step that is refused changes nothing.',
  `\`${planCommand}\` writes this file again: titles stay, and every step that can still happen.`,
];

/** Writes the plan of a flow again; returns whether the file has changed. */
export function rewritePlan(flow: Flow): boolean {
  const before = existsSync(pathOf(flow)) ? readFileSync(pathOf(flow), 'utf8') : '';
  const tests = before === '' ? [] : writtenPlanOf(flow).tests;
  const text = planAsText(introduction(flow), writePlan(flow, tests));
  writeFileSync(pathOf(flow), text);
  return text !== before;
}
