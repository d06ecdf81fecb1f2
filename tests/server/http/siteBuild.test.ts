import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createLogger, type Plugin, type PluginOption } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import viteConfig from '../../../vite.config.ts';

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' };
const DETAILS = {
  VITE_PHONE: '+91 98765 43210',
  VITE_EMAIL: 'office@academy.example',
  SITE_ORIGIN: 'https://academy.example',
};
const ALL_PLACEHOLDERS =
  'Still a placeholder: VITE_PHONE (phone number), VITE_EMAIL (e-mail address), ' +
  'VITE_CHAT_NUMBER (chat number), SITE_ORIGIN (address of the site)';

const VARIABLES = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'VISUALISER', ...Object.keys(DETAILS)];

/** Returns the configuration of a build in an environment. */
function configOf(mode: string, env: Readonly<Record<string, string>>) {
  for (const name of VARIABLES) vi.stubEnv(name, env[name] ?? '');
  onTestFinished(() => void vi.unstubAllEnvs());
  return viteConfig({ command: 'build', mode });
}

const pluginsOf = async (mode: string, env: Readonly<Record<string, string>>): Promise<Plugin[]> =>
  flatPlugins((await configOf(mode, env)).plugins);

const flatPlugins = (plugins: PluginOption[] = []): Plugin[] =>
  plugins.flatMap((plugin) => {
    if (Array.isArray(plugin)) return flatPlugins(plugin);
    return plugin && 'name' in plugin ? [plugin] : [];
  });

test('placeholders are named when the site for static hosts is built', async () => {
  const root = await mkdtemp(join(tmpdir(), 'build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, 'index.html'), '<!doctype html>');
  const warningsOf = async (env: Record<string, string>) => {
    const customLogger = createLogger('silent');
    const warn = vi.spyOn(customLogger, 'warn').mockImplementation(() => {});
    const plugins = (await pluginsOf('production', env)).filter(({ name }) => name === 'final-warning');
    await build({ root, configFile: false, customLogger, plugins });
    return warn.mock.calls.map(([text]) => text.trim());
  };
  expect(await warningsOf({})).toEqual([
    `${ALL_PLACEHOLDERS}. Set each in the environment and build the site again.`,
  ]);
  expect(await warningsOf(DETAILS)).toEqual([]);
  expect((await pluginsOf('start', {})).map(({ name }) => name)).not.toContain('final-warning');
});

test.each([
  ['start', {}, true],
  ['start', KEYS, false],
  ['start', { VISUALISER: '0' }, false],
  ['start', { ...KEYS, VISUALISER: '1' }, true],
  ['production', {}, false],
  ['production', { VISUALISER: '1' }, true],
])('--mode %s with %o has the visualiser: %s', async (mode, env, hasVisualiser) => {
  const names = (await pluginsOf(mode, env)).map(({ name }) => name);
  expect(names.includes('built-visualiser')).toBe(hasVisualiser);
});
