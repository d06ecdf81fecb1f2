import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { flowOfMachine } from '../../../machines/paths/index.ts';
import { createMask, maskOf, textMaskOf } from '../../../machines/visualiser/mask.ts';

const mask = (choiceFields: string[] = [], fileExtensions: string[] = []) =>
  createMask({ texts: [['Grade 8']], choiceFields, fileExtensions });

test('a mask keeps shapes, equality and difference, and what nobody typed', () => {
  const one = mask();
  const masked = one({
    one: 'Asha 9',
    same: 'Asha 9',
    other: 'Uma2 7',
    grade: 'Grade 8',
    empty: '',
    list: ['a@b.in'],
  });
  expect(masked).toEqual({
    one: 'Xxxx 1',
    same: 'Xxxx 1',
    other: 'Xxx1 1',
    grade: 'Grade 8',
    empty: '',
    list: ['x@x.xx'],
  });
  const { first, second } = one({ first: 'Asha', second: 'Usha' });
  expect(first).not.toBe(second);
});

test('a mask keeps what is chosen, and endings of files', () => {
  const masked = mask(
    ['job'],
    ['.pdf'],
  )({
    job: { title: 'English Instructor' },
    file: 'Kiran.Bedi.PDF',
    other: 'Kiran.Bedi.exe',
  });
  expect(masked).toEqual({
    job: { title: 'English Instructor' },
    file: 'Xxxxx.Xxxx.PDF',
    other: 'Xxxxx.Xxxx.xxx',
  });
});

test.each([
  ['प्रिया शर्मा', 'xxxxxx xxxxx'],
  ['Zoe\u0308 ǅ ʰ', 'Xxxx X x'],
  ['தமிழ் ९०', 'xxxxx 11'],
  ['Ⓚⓘ 👩🏽‍🏫 ₹', 'xx xxxx x'],
  ['+91 90000-11111', '+91 11111-11111'],
  ['091234 56781', '011111 11111'],
])('no letter, mark, sign or digit of %s is left', (typed, shape) => {
  expect(mask()({ typed })).toEqual({ typed: shape });
});

test('a typed field is masked also where its text is known, in its place alone', () => {
  const masked = createMask({
    texts: ['Asha'],
    typedFields: new Set(['values.name', '.note']),
    choiceFields: [],
    fileExtensions: [],
  })({ values: { name: 'Asha' }, name: 'Asha', note: ['Asha'], deep: { values: { name: 'Asha' } } });
  expect(masked).toEqual({
    values: { name: 'Xxxx' },
    name: 'Asha',
    note: ['Xxxx'],
    deep: { values: { name: 'Xxxx' } },
  });
});

const formFlow = {
  ...flowOfMachine(
    createMachine({
      initial: 'idle',
      context: { place: 'Kochi' },
      states: { idle: { on: { changed: {} } } },
    }),
    {
      input: { from: 'Delhi' },
      events: {
        changed: {
          valid: {
            values: { name: 'Asha', grade: 'Grade 8', age: 9, none: null },
            note: 'Asha Rao',
            by: 'me',
          },
          other: { list: [{ city: 'Pune' }] },
        },
      },
      outcomes: { send: { refused: { error: new Error('No') } } },
    },
  ),
  choiceFields: ['grade'],
};

test('the mask of a flow masks what its events type, and no other text of the flow', () => {
  expect(
    maskOf(formFlow)({
      values: { name: 'Asha', grade: 'Asha', title: 'Asha' },
      note: 'Asha Rao',
      texts: ['Kochi', 'Delhi', 'No', 'Asha', 'Uma'],
      0: { city: 'Pune' },
      city: 'Pune',
    }),
  ).toEqual({
    values: { name: 'Yyyy', grade: 'Asha', title: 'Asha' },
    note: 'Xxxx Xxx',
    texts: ['Kochi', 'Delhi', 'No', 'Asha', 'Xxx'],
    0: { city: 'Xxxx' },
    city: 'Pune',
  });
});

test('a text is masked where it has what the events of a flow type, the longest first', () => {
  expect(textMaskOf(formFlow)('Asha Rao and Asha of Pune, not me, chose Grade 8 of Kochi. Asha!')).toBe(
    'Xxxx Xxx and Xxxx of Xxxx, not me, chose Grade 8 of Kochi. Xxxx!',
  );
});
