import type { AnyMachineSnapshot } from 'xstate';
import { answersIn, stateName } from './names.ts';
import type { Step } from './types.ts';
import { activeNodes } from './xstateInternals.ts';

const separateWords = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

/**
 * A step in plain words: `changed, everything valid`; `create order: refused by the server`; `nothing comes until
 * time is up (slow notice)`.
 */
export const describeStep = (step: Step): string => [describePlain(step), ...answersIn(step)].join(', ');

function describePlain(step: Step): string {
  switch (step.kind) {
    case 'event':
      return `${separateWords(step.type)}, ${step.name}`;
    case 'outcome':
    case 'sent':
    case 'snapshot':
      return `${step.path.map(separateWords).join(', ')}: ${step.name}`;
    case 'timer':
    case 'delayed':
      return `nothing comes until time is up (${separateWords(step.name)})`;
  }
}

/** A sentence as a clause: `The form waits.` as `the form waits`; `FAQ` keeps its capitals. */
const asClause = (sentence: string) =>
  (/^[A-Z](?![A-Z])/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
  ).replace(/\.$/, '');

/** A state in plain words: its description, where it has one, and its name. */
export function describeState(snapshot: AnyMachineSnapshot): string {
  const described = activeNodes(snapshot).findLast(({ description }) => description !== undefined);
  const name = stateName(snapshot);
  return described?.description ? `${asClause(described.description)} [${name}]` : `[${name}]`;
}
