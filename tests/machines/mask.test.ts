import { expect, test } from 'vitest';
import { createMask } from '../../machines/paths/mask.ts';

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
