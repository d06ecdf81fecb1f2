import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { programTest } from './fixtures.ts';
import { waitUntilReady } from './programFixture.ts';

/** `npm start` builds the site after a change, and serves the former build without one. */

const PARTS = ['index.html', 'machines', 'package.json', 'public', 'server', 'src', 'vite.config.ts'];

const test = programTest
  /** A copy of the project with sources that can be changed. */
  .extend('project', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'project-'));
    onCleanup(() => rm(folder, { recursive: true }));
    for (const part of PARTS) await cp(part, join(folder, part), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    return folder;
  })
  /** Starts the copy, stops it, and returns its home page and whether it was built. */
  .extend('start', async ({ project, programs }) => async (more: Record<string, string> = {}) => {
    const environment = { SITE_DIR: '', VISUALISER: '0', ...more };
    const server = await waitUntilReady(programs.startScript('start', environment, project));
    const page = await (await fetch(server.url)).text();
    server.child.kill('SIGTERM');
    await server.exited;
    return { page, isBuilt: server.out.includes('Building the site') };
  });

test('a site is built again only after a change', async ({ project, start }) => {
  const first = await start();
  expect(first.isBuilt).toBe(true);
  expect(await start()).toEqual({ page: first.page, isBuilt: false });
  const source = join(project, 'src/content/hero.ts');
  const text = await readFile(source, 'utf8');
  await writeFile(source, text.replace('Ready for', 'Changed for'));
  const changed = await start();
  expect(changed).toEqual({ page: expect.stringContaining('Changed for'), isBuilt: true });
  expect((await start({ VITE_PHONE: '+91 98765 43210' })).page).toContain('+91 98765 43210');
});

test('the results of the last tests need no other build', async ({ project, start }) => {
  await start();
  await mkdir(join(project, '.site/visualiser'));
  await mkdir(join(project, '.cache/coverage'), { recursive: true });
  const run = { flow: 'contact', level: 'screens', states: ['idle'], transitions: [], guardResults: [] };
  await writeFile(join(project, '.cache/coverage/screens-contact.json'), JSON.stringify(run));
  expect(await start()).toMatchObject({ isBuilt: false });
  const shown = await readFile(join(project, '.site/visualiser/test-results.json'), 'utf8');
  expect(JSON.parse(shown)).toEqual({ coverage: [run], results: [] });
});
