import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { isNode, type Node, nodesIn, parse, partOf, wordOf } from './syntax.ts';
import type { CodeChange } from './vite.config.ts';

/**
 * A slip in the code of a file. Its name is `contact.rules.ts, line 22: 5000 becomes 5001`, its key the same
 * without the line, so that it lasts when other lines change.
 */
export type CodeMutation = CodeChange & { kind: 'constant' | 'logic'; name: string; key: string };

/** Numbers up to this one count, index and halve; a limit is larger, or no whole number. */
const LARGEST_ARITHMETIC_NUMBER = 2;

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/** The calls that are dropped: `name.trim()` becomes `name`. */
const DROPPED_CALLS = /^(trim|slice|toLowerCase|replace|filter)$/;

/** The calls that return a boolean, by the name of the function. */
const BOOLEAN_CALLS = /^((is|has|can|passes|matches)[A-Z]\w*|some|every|includes|test|startsWith|endsWith)$/;

type Slip = Pick<CodeMutation, 'start' | 'end' | 'replacement' | 'kind'> & { says: string };

/** Code in one line. The middle of long code is left out. */
function shortened(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 70)} … ${line.slice(-25)}` : line;
}

/** The code of the value that a function returns at a node; null where it returns nothing there. */
function returnedBy(node: Node): Node | null {
  if (node.type === 'ReturnStatement') return partOf(node, 'argument');
  const body = node.type === 'ArrowFunctionExpression' ? partOf(node, 'body') : null;
  return body?.type === 'ParenthesizedExpression' ? partOf(body, 'expression') : body;
}

/** The name of the function that a node calls: `test` of `/x/.test(text)`. */
function calledName(node: Node): string {
  const callee = node.type === 'CallExpression' ? partOf(node, 'callee') : null;
  return wordOf(callee && (partOf(callee, 'property') ?? callee), 'name');
}

const isBoolean = (node: Node): boolean =>
  BOOLEAN_CALLS.test(calledName(node)) || typeof Reflect.get(node, 'value') === 'boolean';

function slipsAt(node: Node, text: string): Slip[] {
  const codeOf = ({ start, end }: Node) => text.slice(start, end);
  const logic = (changed: Node, replacement: string, says: string): Slip[] => [
    {
      start: changed.start,
      end: changed.end,
      replacement,
      kind: 'logic',
      says: `${shortened(codeOf(changed))} ${says}`,
    },
  ];
  const [left, right, test] = ['left', 'right', 'test'].map((name) => partOf(node, name));
  const value: unknown = Reflect.get(node, 'value');
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = wordOf(node, 'operator');
      const opposite = OPPOSITES[operator];
      if (!left || !right || opposite === undefined) return [];
      const between = text.slice(left.end, right.start).replace(operator, opposite);
      const code = `${text.slice(node.start, left.end)}${between}${text.slice(right.start, node.end)}`;
      return logic(node, code, `with ${opposite} for ${operator}`);
    }
    case 'UnaryExpression':
      return wordOf(node, 'operator') === '!'
        ? logic(node, text.slice(node.start + 1, node.end), 'without !')
        : [];
    case 'ConditionalExpression': {
      const [yes, no] = [partOf(node, 'consequent'), partOf(node, 'alternate')];
      if (!test || !yes || !no) return [];
      return logic(
        node,
        `(${codeOf(test)}) ? (${codeOf(no)}) : (${codeOf(yes)})`,
        'with its branches swapped',
      );
    }
    case 'IfStatement':
      return test && /^(Identifier|CallExpression|MemberExpression)$/.test(test.type)
        ? logic(test, `!(${codeOf(test)})`, 'negated')
        : [];
    case 'CallExpression': {
      const property = partOf(partOf(node, 'callee') ?? node, 'property');
      if (!property || !DROPPED_CALLS.test(calledName(node))) return [];
      const object = text.slice(node.start, property.start).replace(/\s*\??\.\s*$/, '');
      return logic(node, object, `without ${calledName(node)}`);
    }
    case 'Literal':
      return typeof value === 'number' ? constantSlips(node, value, codeOf(node)) : [];
  }
  const returned = returnedBy(node);
  if (!returned) return [];
  if (isBoolean(returned)) return logic(returned, `!(${codeOf(returned)})`, 'negated');
  const properties: unknown = Reflect.get(returned, 'properties');
  return Array.isArray(properties)
    ? properties.filter(isNode).flatMap((property) => logic(property, '...{}', 'dropped'))
    : [];
}

/** A constant that is one too large and one too small. */
const constantSlips = ({ start, end }: Node, value: number, code: string): Slip[] =>
  value > LARGEST_ARITHMETIC_NUMBER || !Number.isInteger(value)
    ? [value + 1, value - 1].map((changed) => ({
        start,
        end,
        replacement: `(${changed})`,
        kind: 'constant',
        says: `${code} becomes ${changed}`,
      }))
    : [];

/** The slips of a file: constants off by one, and the operators, conditions, calls and properties of its logic. */
export function codeMutationsOf(file: string): CodeMutation[] {
  const text = readFileSync(join(root, file), 'utf8');
  const fileName = file.split('/').at(-1);
  return nodesIn(parse(file, text))
    .flatMap((node) => slipsAt(node, text))
    .map(({ says, ...change }) => {
      const line = text.slice(0, change.start).split('\n').length;
      return { ...change, file, key: `${fileName}: ${says}`, name: `${fileName}, line ${line}: ${says}` };
    });
}
