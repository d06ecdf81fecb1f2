import { parseSync } from 'vite';

/** A node of the syntax tree of a file. */
export type Node = { type: string; start: number; end: number };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

export function partOf(node: Node, name: string): Node | null {
  const part: unknown = Reflect.get(node, name);
  return isNode(part) ? part : null;
}

export const wordOf = (node: Node | null, name: string): string =>
  String(node ? Reflect.get(node, name) : '');

/** The nodes of a part of a program, the outer ones first. */
export const nodesIn = (value: unknown): Node[] =>
  typeof value === 'object' && value !== null
    ? [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(nodesIn)]
    : [];

/** The statements at the top of a file. */
export const parse = (file: string, text: string): Node[] => parseSync(file, text).program.body;
