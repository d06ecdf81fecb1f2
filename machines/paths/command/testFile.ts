import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Flow } from '../index.ts';
import { fileBeside, formatted } from './code.ts';
import { greenPlan } from './greenPlan.ts';
import { testsIn, withPlans } from './planLiteral.ts';
import { type TestSubject, testCode } from './testCode.ts';
import { UsageError } from './usageError.ts';

/** Whether the test of a machine was written when its file exported no other one. */
export function hasEarlierTest(named: Parameters<typeof fileBeside>[0], ending: string): boolean {
  const file = fileBeside({ ...named, isOneOfSeveral: false }, ending);
  const names = named.name === 'default' ? 'machine' : `{ ${named.name} }`;
  return (
    !existsSync(fileBeside(named, ending)) &&
    existsSync(file) &&
    readFileSync(file, 'utf8').includes(`import ${names} from`)
  );
}

/**
 * Writes a test into a file; it walks the plan of a machine: on the machine, or on a page too. The plan stands in
 * it as data. An update changes these data alone: tests keep their titles and their still possible steps. Returns
 * the change in a sentence.
 *
 * @throws UsageError where there is such a file and it is not to be updated, or where a test is not green
 */
export async function writeTest(
  file: string,
  subject: Omit<TestSubject, 'file' | 'plans'>,
  flows: readonly Flow[],
  isUpdate: boolean,
): Promise<string> {
  const isThere = existsSync(file);
  if (isThere && !isUpdate)
    throw new UsageError(`There is a file "${file}" already; --update keeps what is true of it.`);
  const before = isThere ? readFileSync(file, 'utf8') : null;
  const written = before === null ? new Map<string, never[]>() : testsIn(file, before);
  const plans: Record<string, Awaited<ReturnType<typeof greenPlan>>> = {};
  for (const flow of flows) plans[flow.title] = await greenPlan(flow, written.get(flow.title) ?? []);
  const code = before === null ? testCode({ ...subject, file, plans }) : withPlans(before, plans);
  const after = formatted(file, code);
  if (after === before) return `${file} is as it was.`;
  writeFileSync(file, after);
  const tests = Object.values(plans).flatMap((plan) => plan.tests);
  const steps = tests.flatMap((test) => test.steps);
  return `${file} is written: ${tests.length} tests, ${steps.length} steps.`;
}
