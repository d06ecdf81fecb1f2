import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  outputOf,
  type ParsedOptions,
  print,
  readFileOperand,
  refuseOperands,
  runCommandLine,
  runWithOptions,
  UsageError,
} from '../../server/commandLine.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { sendToLockHolder } from '../../server/database/directoryLock.ts';
import { type OperatorCommand, runOperatorCommand } from '../../server/operatorCommands.ts';
import { collect } from '../support/operatorCommand.ts';

vi.mock('../../server/database/database.ts', { spy: true });
vi.mock('../../server/database/directoryLock.ts', { spy: true });
vi.mock('../../server/operatorCommands.ts', { spy: true });

/** The command line of the programs of an operator, in a process whose streams are stubbed. */

const OPTIONS = { kind: { type: 'string' }, paid: { type: 'boolean' } } as const;
const USAGE = 'Options: --kind <kind>, --paid';
const COMMAND: OperatorCommand = { do: 'backup' };

const closed = vi.fn();
const unused = () => Promise.reject(new Error('The database is not asked itself.'));
const database: Database = {
  ...{
    query: unused,
    transaction: unused,
    withLock: unused,
    removeDeletedRows: unused,
    close: async () => closed(),
  },
};

// Each command adds a listener, which a process of its own ends with.
process.stdout.setMaxListeners(100);

const { argv } = process;
let out: string;
const printError = vi.fn<typeof console.error>();
const exit = vi.fn<typeof process.exit>();
/** What standard output returns: whether more can be written at once. */
let hasRoom: boolean;

async function* lines(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

beforeEach(() => {
  vi.clearAllMocks();
  out = '';
  hasRoom = true;
  vi.stubEnv('DATA_DIR', '/data');
  vi.stubEnv('DATABASE_URL', '');
  vi.spyOn(console, 'error').mockImplementation(printError);
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(process, 'umask').mockReturnValue(0);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return hasRoom;
  });
  vi.mocked(openDatabase).mockResolvedValue(database);
  vi.mocked(sendToLockHolder).mockResolvedValue(undefined);
  vi.mocked(runOperatorCommand).mockImplementation(() => lines('one', 'two'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.argv = argv;
  process.exitCode = undefined;
});

const give = (...given: string[]) => {
  process.argv = ['node', 'program', ...given];
};

describe('options', () => {
  async function parse(...given: string[]) {
    give(...given);
    let parsed: ParsedOptions<'kind' | 'paid'> | undefined;
    await runWithOptions(USAGE, OPTIONS, async (options) => {
      parsed = options;
    });
    return (
      parsed && {
        ...{ kind: parsed.text('kind'), hasKind: parsed.has('kind'), paid: parsed.has('paid') },
        ...{ textOfPaid: parsed.text('paid'), operands: parsed.operands },
      }
    );
  }

  test('are read with their values, and what belongs to none', async () => {
    const nothing = { kind: undefined, hasKind: false, paid: false, textOfPaid: undefined, operands: [] };
    expect(await parse()).toEqual(nothing);
    expect(await parse('--kind', 'contact', 'file')).toEqual({
      ...{ ...nothing, kind: 'contact', hasKind: true, operands: ['file'] },
    });
    expect(await parse('--paid', '--kind=contact')).toEqual({
      ...{ ...nothing, kind: 'contact', hasKind: true, paid: true },
    });
    expect(process.exitCode).toBeUndefined();
  });

  test.each([
    ['--other', 'There is no option "--other".'],
    ['-x', 'There is no option "-x".'],
    ['--toString', 'There is no option "--toString".'],
    ['--kind', '--kind lacks its value.'],
    ['--kind=', '--kind lacks its value.'],
    ['--paid=yes', '--paid takes no value.'],
    ['--paid=', '--paid takes no value.'],
  ])('%s is refused with one sentence and the usage', async (option, sentence) => {
    expect(await parse(option)).toBeUndefined();
    expect(printError.mock.calls).toEqual([[`${sentence}\n${USAGE}`]]);
    expect([process.exitCode, exit.mock.calls]).toEqual([2, []]);
  });

  test('that are wrong are no other error', async () => {
    give();
    const error = new Error('Oh');
    await expect(runWithOptions(USAGE, OPTIONS, () => Promise.reject(error))).rejects.toBe(error);
    expect(printError).not.toHaveBeenCalled();
    expect(new UsageError('x')).toMatchObject({ name: 'UsageError', message: 'x' });
  });

  test('name one file, or none', () => {
    expect(readFileOperand({ operands: ['a.gz'] })).toBe(resolve('a.gz'));
    expect(() => readFileOperand({ operands: [] })).toThrow(new UsageError('The path of a file is missing.'));
    expect(() => readFileOperand({ operands: ['a', 'b'] })).toThrow(
      new UsageError('"b" is one path too many.'),
    );
    expect(() => refuseOperands({ operands: ['a'] })).toThrow(new UsageError('"a" belongs to no option.'));
    refuseOperands({ operands: [] });
  });
});

describe('a command', () => {
  test('is run on the database, which is never created, and closed', async () => {
    expect(await collect(outputOf(COMMAND))).toEqual(['one', 'two']);
    expect(sendToLockHolder).toHaveBeenCalledWith('/data', COMMAND);
    expect(openDatabase).toHaveBeenCalledWith({
      ...{ dataDir: '/data', databaseUrl: undefined, create: 'never', handleRequest: expect.any(Function) },
    });
    expect(runOperatorCommand).toHaveBeenCalledWith(database, '/data', COMMAND);
    expect(closed).toHaveBeenCalledTimes(1);
    vi.mocked(runOperatorCommand).mockImplementation(() => {
      throw new Error('Oh');
    });
    await expect(collect(outputOf(COMMAND))).rejects.toThrow('Oh');
    expect(closed, 'also when it fails').toHaveBeenCalledTimes(2);
  });

  test('is run by the server that has locked the directory', async () => {
    vi.mocked(sendToLockHolder).mockResolvedValue(lines('three'));
    expect(await collect(outputOf(COMMAND))).toEqual(['three']);
    expect(openDatabase).not.toHaveBeenCalled();
  });

  test('is run on PostgreSQL directly', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://x');
    const open = vi.fn(async () => database);
    expect(await collect(outputOf(COMMAND, open))).toEqual(['one', 'two']);
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ databaseUrl: 'postgres://x' }));
    expect([vi.mocked(sendToLockHolder).mock.calls, vi.mocked(openDatabase).mock.calls]).toEqual([[], []]);
  });

  test('prints its output line by line, with exit code 0 or the one for its lines', async () => {
    give('--paid');
    await runCommandLine(USAGE, OPTIONS, ({ has }) => ({ do: 'listPayments', attention: has('paid') }));
    expect([out, process.exitCode]).toEqual(['one\ntwo\n', 0]);
    expect(vi.mocked(runOperatorCommand).mock.lastCall?.[2]).toEqual({ do: 'listPayments', attention: true });
    const exitCodeFor = vi.fn(() => 7);
    await runCommandLine(USAGE, OPTIONS, () => COMMAND, exitCodeFor);
    expect([exitCodeFor.mock.calls, process.exitCode]).toEqual([[[COMMAND, 2]], 7]);
    give('file');
    await runCommandLine(USAGE, OPTIONS, () => COMMAND);
    expect(printError.mock.calls).toEqual([[`"file" belongs to no option.\n${USAGE}`]]);
  });

  test('prints no faster than it is read, and ends when nobody reads', async () => {
    hasRoom = false;
    let isPrinted = false;
    const done = print('a').then(() => {
      isPrinted = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([out, isPrinted]).toEqual(['a', false]);
    process.stdout.emit('drain');
    await done;
    hasRoom = true;
    const once = vi.spyOn(process.stdout, 'once');
    await print('b');
    expect(once).not.toHaveBeenCalled();

    const on = vi.spyOn(process.stdout, 'on').mockReturnValue(process.stdout);
    give();
    await runWithOptions(USAGE, OPTIONS, async () => {});
    const [event, listener] = on.mock.calls[0] ?? [];
    expect(event).toBe('error');
    listener?.();
    expect(exit.mock.calls).toEqual([[0]]);
  });
});
