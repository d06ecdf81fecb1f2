import { type ChartModel, type ChartState, type ChartTransition, transitionLabel } from './chart.ts';

/** Escapes the characters that end a statement or begin an entity in Mermaid. */
const escapeText = (words: string) =>
  words.replaceAll('"', "'").replaceAll(/[#;:]/g, (sign) => `#${sign.charCodeAt(0)};`);

const mermaidIdOf = (id: string) => id.replaceAll(/[^A-Za-z0-9]+/g, '_');

/**
 * The id of the node that stands for every state inside one: Mermaid draws no arrow from a state to its
 * descendant.
 */
const anyStateIdOf = (id: string) => `${mermaidIdOf(id)}_any`;

/**
 * A chart as a Mermaid state diagram. Transitions without a target, and those to an ancestor, which Mermaid does
 * not draw, are lines of text in their state.
 *
 * @example
 * toMermaid(chartOf(machine)).split('\n')[0]; // 'stateDiagram-v2'
 */
export function toMermaid({ states, initialArrows, transitions }: ChartModel): string {
  const stateOf = (id: string) => states.find((state) => state.id === id);
  const isInside = (id: string, other: string): boolean => {
    const parent = stateOf(id)?.parent ?? null;
    return parent !== null && (parent === other || isInside(parent, other));
  };
  const transitionsFrom = (id: string) => transitions.filter(({ source }) => source === id);
  const childrenOf = (id: string | null) => states.filter(({ parent }) => parent === id);
  const isDrawn = ({ source, targets }: ChartTransition) =>
    targets.length > 0 && !targets.some((target) => isInside(source, target));
  const leadsInside = ({ source, targets }: ChartTransition) =>
    targets.some((target) => isInside(target, source));

  const linesIn = (name: string, id: string) =>
    transitionsFrom(id)
      .filter((transition) => !isDrawn(transition))
      .map((transition) => {
        const { targets } = transition;
        const to =
          targets.length > 0 ? ` → ${targets.map((target) => stateOf(target)?.key).join(' and ')}` : '';
        return `${name} : ${escapeText(transitionLabel(transition) + to)}`;
      });

  const linesOfLeaf = ({ id, key, type, history }: ChartState): string[] => {
    const name = type === 'history' ? (history === 'deep' ? 'H*' : 'H') : key;
    return [
      `state "${escapeText(name)}" as ${mermaidIdOf(id)}`,
      ...linesIn(mermaidIdOf(id), id),
      ...(type === 'final' ? [`${mermaidIdOf(id)} --> [*]`] : []),
    ];
  };

  const linesInside = (state: ChartState): string[] => {
    const { id, key, type } = state;
    const sharedLines = transitionsFrom(id).some(
      (transition) => !isDrawn(transition) || leadsInside(transition),
    )
      ? [`state "any state of ${escapeText(key)}" as ${anyStateIdOf(id)}`, ...linesIn(anyStateIdOf(id), id)]
      : [];
    const start = initialArrows
      .filter(({ source }) => source === id)
      .map(({ target }) => `[*] --> ${mermaidIdOf(target)}`);
    const children = childrenOf(id).map(linesOf);
    const between = type === 'parallel' ? ['--'] : [];
    return [
      ...start,
      ...sharedLines,
      ...children.flatMap((lines, index) =>
        index > 0 || sharedLines.length > 0 ? [...between, ...lines] : lines,
      ),
    ];
  };

  const linesOf = (state: ChartState): string[] =>
    childrenOf(state.id).length === 0
      ? linesOfLeaf(state)
      : [
          `state "${escapeText(state.key)}" as ${mermaidIdOf(state.id)} {`,
          ...linesInside(state).map((line) => `  ${line}`),
          '}',
        ];

  const arrows = transitions.filter(isDrawn).flatMap((transition) =>
    transition.targets.map((target) => {
      const source = isInside(target, transition.source)
        ? anyStateIdOf(transition.source)
        : mermaidIdOf(transition.source);
      return `${source} --> ${mermaidIdOf(target)} : ${escapeText(transitionLabel({ ...transition, actions: [] }))}`;
    }),
  );
  const historyDefaults = initialArrows
    .filter(({ source }) => stateOf(source)?.type === 'history')
    .map(({ source, target }) => `${mermaidIdOf(source)} --> ${mermaidIdOf(target)}`);
  const roots = childrenOf(null).flatMap((root) =>
    root.type === 'parallel' ? linesOf(root) : linesInside(root),
  );
  return ['stateDiagram-v2', ...[...roots, ...historyDefaults, ...arrows].map((line) => `  ${line}`)].join(
    '\n',
  );
}
