import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { noLimits } from '../../server/http/guard.ts';
import { startService } from '../../server/service.ts';
import { cachedSite } from '../support/build.ts';
import { launchOptions } from '../support/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built site is served, with the real service behind it. */
    site: string;
    /** Where the service keeps its data. */
    dataDir: string;
    /** Where the browser listens. */
    browser: string;
  }
}

/** Builds the site where it has changed, serves it, and starts one Chromium for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  const siteDir = cachedSite();
  const dataDir = join(folder, 'data');
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, siteDir, limits: noLimits });
  const server = await chromium.launchServer(launchOptions());
  project.provide('site', service.url);
  project.provide('dataDir', dataDir);
  project.provide('browser', server.wsEndpoint());
  return async () => {
    await server.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  };
}
