import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../server/service.ts';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { screenNameForPath } from '../../src/screens.ts';
import { GUIDELINES } from '../../src/visualiser/shared/findings/index.ts';
import { cachedSite } from '../support/build.ts';
import { SeenControls } from '../support/controls.ts';
import { copyDataDir, newDataDir } from '../support/dataDir.ts';
import { times } from '../support/more.ts';
import { numberFromEnvironment, seed } from '../support/random.ts';
import { sharedBrowser } from './browser.ts';
import { axeViolations, kindsInDocuments, stateInspector } from './inspectPage.ts';
import { type Visited, visit } from './visitor/visitor.ts';

/**
 * A visitor without a model, on the whole site with its own service: some actions, or as long as `MINUTES` says.
 */

const { borrowPage } = sharedBrowser();

/** The links that the specification has without a page for them. Spec §2 and §3, Blog. */
const LINK_WITHOUT_PAGE = /^\/testimonials$|^\/blog\/tag\//;

const ACTIONS = times(100, 300);
const minutes = numberFromEnvironment('MINUTES');

let service: Service;
const log: string[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'visitor-'));
  const dataDir = join(folder, 'data');
  await copyDataDir(await newDataDir(), dataDir);
  service = await startService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    siteDir: await cachedSite(),
    rateLimits: { perAddress: 0, perPerson: 0, windowMs: 1 },
    log: { write: (line) => void log.push(line) },
  });
  return async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const site: Visited = {
  origin: '',
  paths: pagePaths,
  hasPage: (path) => screenNameForPath(path) !== 'notFound' || LINK_WITHOUT_PAGE.test(path),
  patience: 15_000,
  openPage: async () => {
    const { page, giveBack } = await borrowPage({ baseURL: service.url, reducedMotion: 'reduce' });
    const axe = () => axeViolations(page, 'body', GUIDELINES);
    const inspector = stateInspector('body', axe, await kindsInDocuments(page));
    const inspect = async (mark: string) => {
      await inspector.inspectState(page, 'page');
      const { ok } = await fetch(`${service.url}/readyz`);
      const hasLogged = log.splice(0).some((line) => line.includes(mark));
      return [
        ...inspector.takeProblems(),
        ...(ok ? [] : ['The server does not answer.']),
        ...(hasLogged ? ['The log says what was typed.'] : []),
      ];
    };
    return { page, giveBack, inspect };
  },
};

test(
  'a visitor who uses everything finds nothing wrong on the site',
  async () => {
    const seen = new SeenControls();
    const uses = await visit(
      { ...site, origin: service.url },
      seed,
      minutes === undefined ? { actions: ACTIONS } : { milliseconds: minutes * 60_000 },
      seen,
    );
    seen.save('visitor');
    expect(uses.size).toBeGreaterThan(0);
  },
  ((minutes ?? 0) + 5) * 60_000,
);
