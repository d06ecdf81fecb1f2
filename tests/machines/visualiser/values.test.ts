import { afterEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import * as mask from '../../../machines/paths/mask.ts';
import { contextChanges, displayedValues } from '../../../src/visualiser/displayedValues.ts';
import { errorCatalogue, titleOf } from '../../../src/visualiser/errorCatalogue.ts';
import { flowWithId, modelOf } from '../../../src/visualiser/flowModels.ts';
import { toSource } from '../../../src/visualiser/sourceCode.ts';

/** Values as the visualiser shows them, and as it writes them into the code of a test. */

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the values of a flow', () => {
  const data = { values: { name: 'Kiran Bedi', message: 'Call 5' }, alert: null };

  test('are shown as they are, or with what somebody may have typed masked', () => {
    const maskOf = vi.spyOn(mask, 'maskOf');
    expect(displayedValues(contactFlow, data, false)).toBe(data);
    for (const name of ['Kiran Bedi', 'Meera'])
      expect(displayedValues(contactFlow, { values: { name } }, true)).toEqual({
        values: { name: name.replace(/[a-z]/g, 'x').replace(/[A-Z]/g, 'X') },
      });
    expect(maskOf).toHaveBeenCalledOnce();
    const another = { ...contactFlow, choiceFields: ['name'] };
    expect(displayedValues(another, { values: { name: 'Kiran' } }, true)).toEqual({
      values: { name: 'Kiran' },
    });
  });

  test('are compared one by one, first those that have changed', () => {
    const before = { a: 1, b: { c: 'x', gone: true }, list: [1, 2], none: {}, same: null };
    const after = { a: 1, b: { c: 'y' }, list: [1, 3], none: { now: [] }, same: null, more: undefined };
    expect(contextChanges(before, after)).toEqual([
      { path: 'b.c', before: '"x"', after: '"y"', isChanged: true },
      { path: 'list.1', before: '2', after: '3', isChanged: true },
      { path: 'none.now', before: '–', after: '[]', isChanged: true },
      { path: 'more', before: '–', after: 'undefined', isChanged: true },
      { path: 'b.gone', before: 'true', after: '–', isChanged: true },
      { path: 'none', before: '{}', after: '–', isChanged: true },
      { path: 'a', before: '1', after: '1', isChanged: false },
      { path: 'list.0', before: '1', after: '1', isChanged: false },
      { path: 'same', before: 'null', after: 'null', isChanged: false },
    ]);
  });

  test('are none in a context that is empty', () => {
    expect(contextChanges({}, {})).toEqual([]);
    expect(contextChanges({}, { a: 1 })).toEqual([{ path: 'a', before: '–', after: '1', isChanged: true }]);
  });
});

test('each flow has one chart by its id', () => {
  for (const flow of [contactFlow, ...catalogue.slice(0, 1)]) {
    expect(flowWithId(flow.id)).toBe(flow);
    expect(modelOf(flow.id)?.id).toBe(flow.machine.id);
    expect(modelOf(flow.id)).toBe(modelOf(flow.id));
  }
  expect(flowWithId('gone')).toBeUndefined();
  expect(modelOf('gone')).toBeNull();
});

test('a message of the catalogue is named by its place and its condition', () => {
  expect(titleOf({ ...{ where: 'Contact', condition: 'no name' }, ...message })).toBe('Contact: no name');
  const flows = [...new Set(errorCatalogue.map(({ flow }) => flow))];
  expect(flows).toContain('contact');
  expect(flows).toContain('registration');
  expect(flows).toContain('routeLoading');
});

const message = { text: 'A text', flow: 'contact', path: '/contact', steps: [] };

/** A text whose literal makes a line as long as is allowed, and one that makes it one character too long. */
const texts = (around: number) => ['x'.repeat(110 - around), 'x'.repeat(111 - around)] as const;

describe('plain data as code', () => {
  test.each([
    ["it's", `"it's"`],
    ['say "yes"', `'say "yes"'`],
    [`say "it's"`, String.raw`'say "it\'s"'`],
    [`'a"`, String.raw`'\'a"'`],
    [`''a"`, String.raw`"''a\""`],
    ['a\n\\', String.raw`'a\n\\'`],
  ])('writes %j in the quotes that need fewer backslashes', (text, source) => {
    expect(toSource(text)).toBe(source);
  });

  test.each([
    [5, '5'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[], '[]'],
    [{}, '{}'],
    [[1, undefined, 'a', {}], "[1, undefined, 'a', {}]"],
    [{ a: 1, none: undefined, 'b-c': 2, $d: 4, _é1: 5 }, "{\n  a: 1,\n  'b-c': 2,\n  $d: 4,\n  _é1: 5,\n}"],
    [[{ a: 1 }], '[\n  {\n    a: 1,\n  },\n]'],
    [[1, { a: [1] }], '[\n  1,\n  {\n    a: [1],\n  },\n]'],
    [{ a: { b: [] } }, '{\n  a: {\n    b: [],\n  },\n}'],
  ])('writes %j', (value, source) => {
    expect(toSource(value)).toBe(source);
  });

  test('writes a text below its field where the line is too long', () => {
    const [fits, tooLong] = texts("  a: '',".length);
    expect(toSource({ a: fits })).toBe(`{\n  a: '${fits}',\n}`);
    expect(toSource({ a: tooLong })).toBe(`{\n  a:\n    '${tooLong}',\n}`);
  });

  test('writes the items of a list below each other where the line is too long', () => {
    const [fits, tooLong] = texts("  a: [1, ''],".length);
    expect(toSource({ a: [1, fits] })).toBe(`{\n  a: [1, '${fits}'],\n}`);
    expect(toSource({ a: [1, tooLong] })).toBe(`{\n  a: [\n    1,\n    '${tooLong}',\n  ],\n}`);
    const [alone, tooLongAlone] = texts("[1, '']".length);
    expect(toSource([1, alone])).toBe(`[1, '${alone}']`);
    expect(toSource([1, tooLongAlone])).toBe(`[\n  1,\n  '${tooLongAlone}',\n]`);
  });

  test('writes a list in a list as it does any other', () => {
    const [fits, tooLong] = texts("  [1, ''],".length);
    expect(toSource([[1, fits]])).toBe(`[\n  [1, '${fits}'],\n]`);
    expect(toSource([[1, tooLong]])).toBe(`[\n  [\n    1,\n    '${tooLong}',\n  ],\n]`);
  });
});
