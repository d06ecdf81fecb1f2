import { type ChartModel, type ChartState, type ChartTransition, labelOf } from './chart.ts';

/** Characters that end a statement or begin an entity there. */
const text = (words: string) =>
  words.replaceAll('"', "'").replaceAll(/[#;:]/g, (sign) => `#${sign.charCodeAt(0)};`);

const idOf = (id: string) => id.replaceAll(/[^A-Za-z0-9]+/g, '_');

/** Stands in a state for all that are in it: Mermaid draws no arrow from a state to one inside it. */
const anyOf = (id: string) => `${idOf(id)}_any`;

/**
 * A chart as a state diagram of Mermaid. What a state does without leaving it, and transitions to a state around their
 * own, which Mermaid does not draw, are lines in the state.
 */
export function toMermaid({ states, initials, transitions }: ChartModel): string {
  const stateOf = (id: string) => states.find((state) => state.id === id);
  const isInside = (id: string, other: string): boolean => {
    const parent = stateOf(id)?.parent ?? null;
    return parent !== null && (parent === other || isInside(parent, other));
  };
  const from = (id: string) => transitions.filter(({ source }) => source === id);
  const childrenOf = (id: string | null) => states.filter(({ parent }) => parent === id);
  const isDrawn = ({ source, targets }: ChartTransition) =>
    targets.length > 0 && !targets.some((target) => isInside(source, target));
  const leadsInside = ({ source, targets }: ChartTransition) =>
    targets.some((target) => isInside(target, source));

  const linesIn = (name: string, id: string) =>
    from(id)
      .filter((transition) => !isDrawn(transition))
      .map((transition) => {
        const { targets } = transition;
        const to =
          targets.length > 0 ? ` → ${targets.map((target) => stateOf(target)?.key).join(' and ')}` : '';
        return `${name} : ${text(labelOf(transition) + to)}`;
      });

  const leaf = ({ id, key, type, history }: ChartState): string[] => {
    const name = type === 'history' ? (history === 'deep' ? 'H*' : 'H') : key;
    return [
      `state "${text(name)}" as ${idOf(id)}`,
      ...linesIn(idOf(id), id),
      ...(type === 'final' ? [`${idOf(id)} --> [*]`] : []),
    ];
  };

  const inside = (state: ChartState): string[] => {
    const { id, key, type } = state;
    const any = from(id).some((transition) => !isDrawn(transition) || leadsInside(transition))
      ? [`state "any state of ${text(key)}" as ${anyOf(id)}`, ...linesIn(anyOf(id), id)]
      : [];
    const start = initials.filter(({ of }) => of === id).map(({ target }) => `[*] --> ${idOf(target)}`);
    const children = childrenOf(id).map(drawn);
    const between = type === 'parallel' ? ['--'] : [];
    return [
      ...start,
      ...any,
      ...children.flatMap((lines, index) => (index > 0 || any.length > 0 ? [...between, ...lines] : lines)),
    ];
  };

  const drawn = (state: ChartState): string[] =>
    childrenOf(state.id).length === 0
      ? leaf(state)
      : [
          `state "${text(state.key)}" as ${idOf(state.id)} {`,
          ...inside(state).map((line) => `  ${line}`),
          '}',
        ];

  const arrows = transitions.filter(isDrawn).flatMap((transition) =>
    transition.targets.map((target) => {
      const source = isInside(target, transition.source) ? anyOf(transition.source) : idOf(transition.source);
      return `${source} --> ${idOf(target)} : ${text(labelOf({ ...transition, actions: [] }))}`;
    }),
  );
  const pasts = initials
    .filter(({ of }) => stateOf(of)?.type === 'history')
    .map(({ of, target }) => `${idOf(of)} --> ${idOf(target)}`);
  const roots = childrenOf(null).flatMap((root) => (root.type === 'parallel' ? drawn(root) : inside(root)));
  return ['stateDiagram-v2', ...[...roots, ...pasts, ...arrows].map((line) => `  ${line}`)].join('\n');
}
