import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { cachedSite } from '../support/build.ts';
import { findChromium } from '../support/chromium.ts';
import { copyDataDir, newDataDir } from '../support/dataDir.ts';
import { serveSite } from '../support/serveSite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the built site, with the real service behind it unless the run is `siteOnly`. */
    site: string;
    /** The directory in which the service stores its data. */
    dataDir: string;
    /**
     * True if the tests respond to every call themselves, as on paths; then the service and its database are not
     * started.
     */
    siteOnly?: boolean;
  }
}

async function startWhole(siteDir: string, dataDir: string) {
  const { startService } = await import('../../server/service.ts');
  await copyDataDir(await newDataDir(), dataDir);
  const rateLimits = { perAddress: 0, perPerson: 0, windowMs: 1 };
  return startService({ host: '127.0.0.1', port: 0, dataDir, siteDir, rateLimits });
}

/** Builds the site if it has changed, serves it, and finds or installs Chromium, which each worker starts once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  findChromium();
  const siteDir = await cachedSite();
  const dataDir = join(folder, 'data');
  const { siteOnly } = project.getProvidedContext();
  const service = await (siteOnly ? serveSite(siteDir) : startWhole(siteDir, dataDir));
  project.provide('site', service.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  };
}
