import { describe, expect, test } from 'vitest';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';
import { readPayload } from '../../src/visualiser/payload.ts';

const cases = [
  { values: { name: 'Asha', accepts: true }, job: null, list: [{ id: 1 }], tags: [] },
  { values: { name: '', accepts: false }, job: { id: 7, title: 'Teacher' }, list: [], tags: [] },
];
const [valid] = cases;

const problemOf = (changes: object) => {
  const read = readPayload(JSON.stringify({ ...valid, ...changes }), cases);
  return 'problem' in read ? read.problem : null;
};

describe('an edited payload', () => {
  test('may have any values of the types that some case has', () => {
    for (const changes of [
      { values: { name: 'x', accepts: false } },
      { job: { id: 8, title: '' } },
      { list: [{ id: 2 }, { id: 3 }] },
      { tags: ['a', 1] },
    ])
      expect(problemOf(changes)).toBeNull();
  });

  test.each([
    [{ values: null }, 'values is null, not an object.'],
    [{ values: { name: null, accepts: true } }, 'values.name is null, not string.'],
    [{ values: { name: 5, accepts: true } }, 'values.name is number, not string.'],
    [{ values: { name: 'Asha' } }, 'values.accepts is missing.'],
    [{ values: { name: 'Asha', accepts: true, age: 5 } }, 'values.age is in no case of the event.'],
    [{ job: 'Teacher' }, 'job is string, not null or an object.'],
    [{ job: { id: '7', title: 'Teacher' } }, 'job.id is string, not number.'],
    [{ list: {} }, 'list is an object, not a list.'],
    [{ list: [{ id: 1 }, { id: 'x' }] }, 'list[1].id is string, not number.'],
    [{ list: [null] }, 'list[0] is null, not an object.'],
    [{ more: 1 }, 'more is in no case of the event.'],
  ])('is refused: %j', (changes, problem) => {
    expect(problemOf(changes)).toBe(problem);
  });

  test('has a choice where its field is chosen from a list, or what a case has in its place', () => {
    const { events, choices } = registrationFlow;
    const { 'everything valid': whole, ...others } = events.changed ?? {};
    const problemWith = (grade: string) => {
      const edited = JSON.parse(JSON.stringify(whole), (key, value) => (key === 'grade' ? grade : value));
      const read = readPayload(JSON.stringify(edited), [whole ?? {}, ...Object.values(others)], choices);
      return 'problem' in read ? read.problem : null;
    };
    expect(problemWith('10th')).toBeNull();
    expect(problemWith('')).toBeNull();
    expect(problemWith('11th')).toBe(
      'values.grade is "11th", which is no choice: "5th", "6th", "7th", "8th", "9th", "10th".',
    );
  });

  test.each<[object, object[], string | null]>([
    [{ a: 'x' }, [{ a: 1 }, {}], 'a is string, not number.'],
    [{ a: ['x'] }, [{ a: [1] }, { a: null }], 'a[0] is string, not number.'],
    [{ a: ['x'] }, [{ a: [] }], null],
    [{ job: { id: 1 } }, [{ job: null }], null],
    [{ job: 'a text' }, [{ job: null }, { job: null }], null],
    [{ extra: { a: 1 } }, [{ extra: {} }], null],
    [{ a: 1 }, [{}], 'a is in no case of the event.'],
    [{ a: 1 }, [{ a: 2, b: 3 }, { a: 1 }], null],
    [
      { b: 3 },
      [
        { a: 1, b: 3 },
        { b: 3, c: 4 },
      ],
      'a is missing.',
    ],
    [{ a: 'x', b: 'y' }, [{ a: 1, b: 2 }], 'a is string, not number.'],
    [{ a: true }, [{ a: 1 }, { a: null }, { a: [] }], 'a is boolean, not number or null or a list.'],
  ])('%j beside the cases %j: %s', (payload, examples, problem) => {
    expect(readPayload(JSON.stringify(payload), examples)).toEqual(
      problem === null ? { payload } : { problem },
    );
  });

  test.each<[object, object[], string | null]>([
    [{ grade: '5th' }, [{ grade: '' }], null],
    [{ grade: '6th' }, [{ grade: '' }], null],
    [{ grade: '7th' }, [{ grade: '' }], 'grade is "7th", which is no choice: "5th", "6th".'],
    [{ grade: 'old' }, [{ grade: 'old' }], null],
    [{ grade: 2 }, [{ grade: 1 }], null],
    [{ a: { grade: '7th' } }, [{ a: { grade: '' } }], 'a.grade is "7th", which is no choice: "5th", "6th".'],
    [{ grades: '7th' }, [{ grades: '' }], null],
  ])('%j has a choice beside the cases %j: %s', (payload, examples, problem) => {
    const read = readPayload(JSON.stringify(payload), examples, { grade: ['5th', '6th'] });
    expect(read).toEqual(problem === null ? { payload } : { problem });
  });

  test.each([
    ['null', 'null'],
    ['5', 'number'],
    ['"a"', 'string'],
    ['[]', 'a list'],
  ])('is no payload: %s', (text, type) => {
    expect(readPayload(text, cases)).toEqual({ problem: `The payload is ${type}, not an object.` });
  });

  test('is an object in JSON', () => {
    expect(readPayload('{', cases)).toEqual({ problem: expect.stringMatching(/^This is no JSON: /) });
  });
});
