import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { type Node, nodesIn, parse } from './syntax.ts';

/** A statement at the top of a file, with the names that it declares and mentions. */
type Statement = { file: string; start: number; end: number; declares: string[]; mentions: string[] };

const namesIn = (value: unknown): string[] =>
  nodesIn(value).flatMap((node) => {
    const name: unknown = Reflect.get(node, 'name');
    return node.type === 'Identifier' && typeof name === 'string' ? [name] : [];
  });

/** The names of the variables or of the function that a statement declares. */
const declaredBy = (statement: Node): string[] =>
  nodesIn(statement)
    .filter(({ type }) => type === 'VariableDeclarator' || type === 'FunctionDeclaration')
    .flatMap((node) => namesIn(Reflect.get(node, 'id')));

const statementsOf = (file: string): Statement[] =>
  parse(file, readFileSync(join(root, file), 'utf8')).map((statement) => ({
    file,
    start: statement.start,
    end: statement.end,
    declares: declaredBy(statement),
    mentions: namesIn(statement),
  }));

/**
 * Whether the code at an offset of a file is in a function or a constant that a machine uses, by the names in it.
 */
export function reachedFrom(
  machineFile: string,
  files: readonly string[],
): (code: { file: string; start: number }) => boolean {
  const statements = [...new Set([machineFile, ...files])].flatMap(statementsOf);
  const reached = new Set(statements.filter(({ file }) => file === machineFile));
  for (const { mentions } of reached)
    for (const statement of statements)
      if (statement.declares.some((name) => mentions.includes(name))) reached.add(statement);
  return ({ file, start }) =>
    [...reached].some(
      (statement) => statement.file === file && statement.start <= start && start < statement.end,
    );
}
