import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import {
  behaviourOf,
  explore,
  type Flow,
  findCases,
  findUnreachable,
  flowsOfMachine,
  followTest,
  mutationsOf,
  type WrittenPlan,
  walk,
  writePlan,
  writtenDivergence,
} from '../../../machines/paths/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import * as apps from './strangers/apps.ts';
import * as kinds from './strangers/kinds.ts';

/**
 * Machines as other projects have them, with no cases: all possible steps are planned, or a sentence says what to
 * give.
 */

/** The questions to a person, by machine; machines without an entry ask none. */
const questions: Record<string, string[]> = {
  wallet: [
    'placeholders: the actions "toast", "vibrate", "leave" do nothing, and the guards "isOnline", "isRight" are tried both ways, and the outcomes of the actors "fetchCard" are guessed: give them; `provide` gives the real ones',
  ],
  saving: [
    '"saving.saving · xstate.error.actor.save[0]" is not taken: give an error of "save", which "isConflict" reads',
    '"saving.saving · xstate.error.actor.save[1]" is not taken: give an error of "save", which "isAborted" reads',
  ],
};

/** The flows of a machine with the cases of `findCases`. */
function flowsWithFound(machine: AnyStateMachine): { flows: Flow[]; asked: string[] } {
  const { events, outcomes, inputs, asked } = findCases(machine);
  return { flows: flowsOfMachine(machine, { events, outcomes, inputs }), asked };
}

const machines = { ...kinds, ...apps };

describe('planned at first try', () => {
  test.each(Object.entries<AnyStateMachine>(machines))('%s', async (name, machine) => {
    const { flows, asked } = flowsWithFound(machine);
    expect(asked).toEqual(questions[name] ?? []);
    for (const flow of nonEmpty(flows)) {
      const plan = writePlan(flow);
      for (const [index, written] of plan.tests.entries())
        await walk(flow, followTest(flow, plan.start, written, index + 1));
    }
    const [first = [], ...others] = flows.map((flow) => findUnreachable(explore(flow)).map(({ id }) => id));
    const never = first.filter((id) => id.includes(' · ') && others.every((ids) => ids.includes(id)));
    expect(asked.flatMap((sentence) => /^"(.*)" is not taken/.exec(sentence)?.[1] ?? [])).toEqual(never);
  });
});

/**
 * The mutants of a machine, counted, and the names of those that no plan notices although they behave differently.
 */
function unnoticed(machine: AnyStateMachine): { all: number; survivors: string[] } {
  const planned = flowsWithFound(machine).flows.map((flow): [Flow, WrittenPlan] => [flow, writePlan(flow)]);
  const [first] = planned;
  const mutations = first ? mutationsOf(first[0]) : [];
  const mutant = (flow: Flow, { apply }: (typeof mutations)[number]) => ({
    ...flow,
    machine: apply(machine),
  });
  const survivors = mutations.filter((mutation) =>
    planned.every(([flow, plan]) => writtenDivergence(mutant(flow, mutation), plan) === null),
  );
  const others = survivors.filter((mutation) =>
    planned.some(
      ([flow]) =>
        behaviourOf(explore(flow)).firstDifference(behaviourOf(explore(mutant(flow, mutation)))) !== null,
    ),
  );
  return { all: mutations.length, survivors: others.map(({ name }) => name) };
}

const { friends: _, ...mutated } = apps;

test('the plans of strange machines notice their mutants', () => {
  const results = Object.values<AnyStateMachine>(mutated).map(unnoticed);
  const all = results.reduce((sum, result) => sum + result.all, 0);
  expect(all).toBeGreaterThan(100);
  expect(results.flatMap(({ survivors }) => survivors)).toEqual([]);
});
