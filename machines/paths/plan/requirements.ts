import type { AnyMachineSnapshot } from 'xstate';
import { stepName } from '../define/names.ts';
import type { Journey, Property } from '../define/types.ts';
import type { Edge } from '../simulate/graph.types.ts';

/** The requirements of a flow: its journeys and its properties. */
export type Requirements = { journeys: readonly Journey[]; properties: readonly Property[] };

/** The tag of a requirement: its title, which begins with its section of the specification where it has one. */
const requirementTag = (requirement: Journey | Property): string =>
  'kind' in requirement ? `${requirement.kind}: ${requirement.title}` : requirement.title;

export const requirementTags = ({ journeys, properties }: Requirements): string[] => [
  ...new Set([...journeys, ...properties].map(requirementTag)),
];

/** Whether a state tests a property: the obligation of an `eventually` opens there. Other properties are tested everywhere. */
const isTestedIn = (property: Property, after: AnyMachineSnapshot): boolean =>
  property.kind !== 'eventually' || property.after(after);

const namesOf = ({ steps }: Journey): string[] => steps.map(([name]) => name);

/** The journeys of a flow by their prefixes, and the requirements that a step reaches. */
export class RequirementGoals {
  readonly #tagsByPrefix = new Map<string, string[]>();
  readonly #properties: readonly Property[];

  constructor({ journeys, properties }: Requirements) {
    this.#properties = properties;
    for (const journey of journeys) {
      const names = namesOf(journey);
      names.forEach((_, index) => {
        const prefix = this.#joined(names.slice(0, index + 1));
        const tags = index === names.length - 1 ? [requirementTag(journey)] : [];
        this.#tagsByPrefix.set(prefix, [...(this.#tagsByPrefix.get(prefix) ?? []), ...tags]);
      });
    }
  }

  #joined(names: readonly string[]): string {
    return names.map((name) => `${name}\n`).join('');
  }

  /** The prefix after a step; null where no journey begins like this. */
  prefixAfter(prefix: string | null, { step }: Edge): string | null {
    const next = prefix === null ? null : prefix + this.#joined([stepName(step)]);
    return next !== null && this.#tagsByPrefix.has(next) ? next : null;
  }

  /** The tags that a step reaches: those of journeys that it completes and of properties that it tests. */
  tagsOfStep(prefix: string | null, edge: Edge): string[] {
    const completed = this.prefixAfter(prefix, edge);
    return [
      ...(completed === null ? [] : (this.#tagsByPrefix.get(completed) ?? [])),
      ...this.#properties.filter((property) => isTestedIn(property, edge.after)).map(requirementTag),
    ];
  }
}
