import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { noLimits } from '../../server/http/guard.ts';
import { startService } from '../../server/service.ts';
import { cachedSite } from '../support/build.ts';
import { findChromium } from '../support/chromium.ts';
import { copyDataDir, newDataDir } from '../support/dataDir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built site is served, with the real service behind it. */
    site: string;
    /** Where the service keeps its data. */
    dataDir: string;
  }
}

/** Builds the site where it has changed, serves it, and finds or installs Chromium, which each worker starts once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  findChromium();
  const siteDir = await cachedSite();
  const dataDir = join(folder, 'data');
  await copyDataDir(await newDataDir(), dataDir);
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, siteDir, limits: noLimits });
  project.provide('site', service.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  };
}
