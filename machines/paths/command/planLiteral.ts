import { runInNewContext } from 'node:vm';
import type { WrittenPlan, WrittenTest } from '../index.ts';
import { codeOf } from './code.ts';
import { UsageError } from './usageError.ts';

/** The written plans of a test file: an object literal of data with the plan of each flow by its title. */

const OPENING = /^const plans: Record<string, WrittenPlan> = /m;

/** The parts of a literal: texts and comments, in which braces do not count, and braces. */
const TOKEN = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\/|[{}]/g;

/** The place of the literal in the code of a test; null where there is none. */
function placeIn(code: string): { start: number; end: number } | null {
  const opening = OPENING.exec(code);
  if (!opening) return null;
  const start = opening.index + opening[0].length;
  let depth = 0;
  for (const token of code.slice(start).matchAll(TOKEN)) {
    if (token[0] === '{') depth += 1;
    if (token[0] === '}') depth -= 1;
    if (token[0] === '}' && depth === 0) return { start, end: start + token.index + 1 };
  }
  return null;
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * The written tests in the code of a test by the titles of their flows, each with the names of its steps.
 *
 * @throws UsageError where there are none
 */
export function testsIn(file: string, code: string): Map<string, WrittenTest[]> {
  const place = placeIn(code);
  if (!place) throw new UsageError(`"${file}" has no written plans; write it anew.`);
  let plans: unknown;
  try {
    plans = runInNewContext(`(${code.slice(place.start, place.end)})`);
  } catch (error) {
    throw new UsageError(`The written plans of "${file}" are no data: ${error}.`);
  }
  const testOf = (test: unknown): WrittenTest => ({
    title: String(read(test, 'title')),
    steps: listOf(read(test, 'steps')).map((step) => ({ name: String(read(step, 'name')), refused: true })),
  });
  return new Map(
    Object.entries(Object(plans)).map(([title, plan]) => [title, listOf(read(plan, 'tests')).map(testOf)]),
  );
}

/** The code of a test with other plans. */
export function withPlans(code: string, plans: Readonly<Record<string, WrittenPlan>>): string {
  const place = placeIn(code);
  return place ? `${code.slice(0, place.start)}${codeOf(plans)}${code.slice(place.end)}` : code;
}
