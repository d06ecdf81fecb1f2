import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { flowOfMachine } from '../../../machines/paths/index.ts';
import { caseMask, createMask } from '../../../machines/visualiser/mask.ts';

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
  choiceFields: ['grade', 'job'],
  fileExtensions: ['.pdf'],
};

const masked = (data: Record<string, unknown>) => createMask().data(formFlow, data);

test('a mask keeps shapes, equality and difference, and what nobody typed', () => {
  expect(
    masked({ one: 'Asha 9', same: 'Asha 9', other: 'Uma2 7', city: 'Kochi', empty: '', list: ['a@b.in'] }),
  ).toEqual({ one: 'Xxxx 1', same: 'Xxxx 1', other: 'Xxx1 1', city: 'Kochi', empty: '', list: ['x@x.xx'] });
  const { first, second } = masked({ first: 'Asha', second: 'Usha' });
  expect(first).not.toBe(second);
});

test('a mask keeps what is chosen, and endings of files', () => {
  expect(
    masked({ job: { title: 'English Instructor' }, file: 'Kiran.Bedi.PDF', other: 'Kiran.Bedi.exe' }),
  ).toEqual({ job: { title: 'English Instructor' }, file: 'Xxxxx.Xxxx.PDF', other: 'Xxxxx.Xxxx.xxx' });
});

test.each([
  ['प्रिया शर्मा', 'xxxxxx xxxxx'],
  ['Zoe\u0308 ǅ ʰ', 'Xxxx X x'],
  ['தமிழ் ९०', 'xxxxx 11'],
  ['Ⓚⓘ 👩🏽‍🏫 ₹', 'xx xxxx x'],
  ['+91 90000-11111', '+91 11111-11111'],
  ['091234 56781', '011111 11111'],
])('a mask leaves no letter, mark, sign or digit of %s', (typed, shape) => {
  expect(masked({ typed })).toEqual({ typed: shape });
});

test('a mask masks what a flow’s events type, and only that where it is known', () => {
  expect(
    masked({
      values: { name: 'Asha', grade: 'Asha', title: 'Asha' },
      deep: { values: { name: ['Asha'] } },
      note: 'Asha Rao',
      texts: ['Kochi', 'Delhi', 'No', 'Asha', 'Uma'],
      list: [{ city: 'Pune' }],
      city: 'Pune',
    }),
  ).toEqual({
    values: { name: 'Xxxx', grade: 'Asha', title: 'Asha' },
    deep: { values: { name: ['Xxxx'] } },
    note: 'Xxxx Xxx',
    texts: ['Kochi', 'Delhi', 'No', 'Asha', 'Xxx'],
    list: [{ city: 'Yyyy' }],
    city: 'Pune',
  });
});

test('a mask leaves nothing of the data of a flow that is not known', () => {
  expect(createMask().data(undefined, { name: 'Asha', deep: { grade: 'Grade 8' } })).toEqual({
    name: 'Xxxx',
    deep: { grade: 'Xxxxx 1' },
  });
});

test('a mask leaves only the choices of what is sent', () => {
  const sent = { grade: 'Grade 8', place: 'Kochi', by: 'me' };
  expect(createMask().data(formFlow, sent, true)).toEqual({ grade: 'Grade 8', place: 'Xxxxx', by: 'xx' });
});

test('a text is masked where it has what the cases of a flow type, the longest first', () => {
  expect(caseMask(formFlow).text('Asha Rao and Asha of Pune, not me, chose Grade 8 of Kochi. Asha!')).toBe(
    'Xxxx Xxx and Xxxx of Yyyy, not me, chose Grade 8 of Kochi. Xxxx!',
  );
});
