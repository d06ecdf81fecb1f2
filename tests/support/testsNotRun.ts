import { hasPostgres } from './postgres.ts';
import { canMakeSmallDisks } from './smallDisk.ts';

/** Returns sentences about the tests that this machine cannot run, with the reasons. */
export function testsNotRun(
  here = { hasPostgres: hasPostgres(), hasSmallDisks: canMakeSmallDisks() },
): string[] {
  return [
    ...(here.hasPostgres
      ? []
      : [
          'NOT RUN: the tests of the server on PostgreSQL; none is installed, and TEST_DATABASE_URL names none.',
        ]),
    ...(here.hasSmallDisks
      ? []
      : [
          'NOT RUN: the tests of a full and of a read-only disk; no file system can be mounted here, which takes the rights of root.',
        ]),
  ];
}
