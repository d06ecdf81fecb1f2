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

  test('is an object in JSON', () => {
    expect(readPayload('[]', cases)).toEqual({ problem: 'The payload is a list, not an object.' });
    expect(readPayload('{', cases)).toEqual({ problem: expect.stringMatching(/^This is no JSON: /) });
  });
});
