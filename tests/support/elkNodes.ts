import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';

/** Parts of the graphs that ELK is given, and of those that it returns. */

/** Returns a node and all nodes in it. */
export const allNodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(allNodes)];

/** Returns the node with an id in a graph. */
export const nodeIn = (root: ElkNode, id: string) => allNodes(root).find((node) => node.id === id);

/** Returns each edge in a line, as it is given to ELK. */
export const edgeLines = ({ edges = [] }: ElkNode) =>
  edges.map(({ id, sources, targets }) => `${id}: ${sources.join()} → ${targets.join()}`);

/** Returns a section of an edge along points. */
export const section = (...points: [number, number][]) => {
  const [startPoint = { x: 0, y: 0 }, ...others] = points.map(([x, y]) => ({ x, y }));
  const endPoint = others.pop() ?? startPoint;
  return { id: 'section', startPoint, endPoint, ...(others.length > 0 && { bendPoints: others }) };
};

/** Returns an edge that ELK has laid out. */
export const edge = (id: string, ...sections: ReturnType<typeof section>[]): ElkExtendedEdge => ({
  ...{ id, sources: [], targets: [] },
  ...(sections.length > 0 && { sections }),
});
