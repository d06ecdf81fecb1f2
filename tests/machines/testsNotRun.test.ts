import { expect, test } from 'vitest';
import { testsNotRun } from '../support/testsNotRun.ts';

test('nothing is said where everything runs', () => {
  expect(testsNotRun({ hasPostgres: true, hasSmallDisks: true })).toEqual([]);
});

test('what cannot run here is said, with the reason', () => {
  expect(testsNotRun({ hasPostgres: false, hasSmallDisks: false })).toEqual([
    'NOT RUN: the tests of the server on PostgreSQL; none is installed, and TEST_DATABASE_URL names none.',
    'NOT RUN: the tests of a full and of a read-only disk; no file system can be mounted here, which takes the rights of root.',
  ]);
});
