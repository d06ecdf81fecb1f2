import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDataDir } from '../../support/dataDir.ts';
import { times } from '../../support/more.ts';
import { tryPowerCuts } from '../../support/powerCuts/powerCuts.ts';
import { numberFromEnvironment, seed, seedNotice } from '../../support/random.ts';

const CUTS = numberFromEnvironment('POWER_CUTS') ?? times(20, 200);
/** Submissions in the recording; a command that vacuums comes after each fiftieth of a hundred. */
const COUNT = times(60, 200);

test('a power cut loses nothing that a server on PGlite acknowledged', { timeout: 900_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'power-cuts-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await copyDataDir(inject('newDataDir'), join(directory, 'data'));
  const report = await tryPowerCuts(directory, { cuts: CUTS, count: COUNT, seed });
  expect(report.losses, seedNotice).toEqual([]);
  expect(report).toMatchObject({ cuts: CUTS, acknowledged: COUNT });
});
