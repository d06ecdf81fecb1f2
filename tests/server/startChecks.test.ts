import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createLogger, type Plugin, type PluginOption } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placeholderOrigin, placeholderSite, placeholderVariables } from '../../machines/site.ts';
import { readConfig } from '../../server/config.ts';
import { type BuiltRequirements, REQUIREMENTS_FILE } from '../../server/http/siteRequirements.ts';
import { checkBuiltSite, checkPayments } from '../../server/startChecks.ts';
import viteConfig from '../../vite.config.ts';
import { createProgramFixture, type ProgramFixture } from './programFixture.ts';

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

/** Makes a built site with a requirements file, or without one. */
async function makeSite(requirements?: Partial<BuiltRequirements>): Promise<string> {
  const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  onTestFinished(() => rm(siteDir, { recursive: true }));
  await writeFile(join(siteDir, 'index.html'), '<!doctype html>');
  const built = {
    checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
    connectOrigins: [],
    visualiser: false,
    placeholders: [],
    ...requirements,
  };
  if (requirements) await writeFile(join(siteDir, REQUIREMENTS_FILE), JSON.stringify(built));
  return siteDir;
}

const checkSite = (siteDir: string, env: Record<string, string>) =>
  checkBuiltSite(readConfig({ SITE_DIR: siteDir, ...env }));

describe('in production', () => {
  test('simulated payments must be meant', () => {
    const check = (env: Record<string, string>) => checkPayments(readConfig(env));
    expect(() => check({ NODE_ENV: 'production' })).toThrow(
      'NODE_ENV is production and payments would be simulated: ' +
        'set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET, or PAYMENTS=simulated if no money is to move.',
    );
    check({ NODE_ENV: 'production', PAYMENTS: 'simulated' });
    check({ NODE_ENV: 'production', ...KEYS });
    check({ NODE_ENV: 'development' });
    check({ PAYMENTS: 'simulated' });
  });
});

describe('placeholders', () => {
  test.each([
    [{}, ['VITE_PHONE', 'VITE_EMAIL', 'VITE_CHAT_NUMBER', 'SITE_ORIGIN']],
    [DETAILS, []],
    [{ ...DETAILS, VITE_PHONE: ' ' }, ['VITE_PHONE', 'VITE_CHAT_NUMBER']],
    [{ ...DETAILS, VITE_PHONE: ' ', VITE_CHAT_NUMBER: '919876543210' }, ['VITE_PHONE']],
    [{ ...DETAILS, VITE_CHAT_NUMBER: placeholderSite.phone }, ['VITE_CHAT_NUMBER']],
    [{ ...DETAILS, VITE_EMAIL: placeholderSite.email }, ['VITE_EMAIL']],
    [{ ...DETAILS, SITE_ORIGIN: `${placeholderOrigin}/` }, ['SITE_ORIGIN']],
  ])('of the environment %o are those of %o', (env, names) => {
    expect(placeholderVariables(env)).toEqual(names);
  });

  test('are refused with the provider’s keys, unless they are allowed', async () => {
    const siteDir = await makeSite();
    await expect(checkSite(siteDir, KEYS)).rejects.toThrow(
      `${ALL_PLACEHOLDERS}. Set each in the environment and build the site again, or set ALLOW_PLACEHOLDERS=1.`,
    );
    expect(await checkSite(siteDir, { ...KEYS, ALLOW_PLACEHOLDERS: '1' })).toEqual([
      `${ALL_PLACEHOLDERS} (ALLOW_PLACEHOLDERS=1).`,
    ]);
    expect(await checkSite(siteDir, { ...KEYS, ...DETAILS })).toEqual([]);
    expect(await checkSite(siteDir, {})).toEqual([]);
  });

  test('are those that the build has left in the site, and in the environment for mails', async () => {
    const withPlaceholder = await makeSite({ placeholders: ['SITE_ORIGIN'] });
    await expect(checkSite(withPlaceholder, { ...KEYS, ...DETAILS })).rejects.toThrow(
      /^Still a placeholder: SITE_ORIGIN \(address of the site\)\./,
    );
    await expect(checkSite(await makeSite({}), KEYS)).rejects.toThrow(
      /^Still a placeholder: VITE_PHONE \(phone number\), VITE_EMAIL \(e-mail address\)\./,
    );
  });

  test('are named when the site for static hosts is built', async () => {
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
});

describe('a site that was built earlier', () => {
  test('is not served with the visualiser, unless it is meant or payments are simulated', async () => {
    const refusal = /^The site in .* was built with the visualiser\. Build it again, or set VISUALISER=1 to /;
    const siteDir = await makeSite({ visualiser: true });
    const live = { ...KEYS, ...DETAILS };
    await expect(checkSite(siteDir, live)).rejects.toThrow(refusal);
    await expect(checkSite(siteDir, { VISUALISER: '0' })).rejects.toThrow(refusal);
    expect(await checkSite(siteDir, {})).toEqual([]);
    expect(await checkSite(siteDir, { ...live, VISUALISER: '1' })).toEqual([
      'The visualiser is served to everybody (VISUALISER=1).',
    ]);

    const withoutFile = await makeSite();
    await mkdir(join(withoutFile, 'visualiser'));
    await writeFile(join(withoutFile, 'visualiser', 'index.html'), '<!doctype html>');
    await expect(checkSite(withoutFile, live)).rejects.toThrow(refusal);
  });

  test('for simulated payments is not served with the provider’s keys', async () => {
    const siteDir = await makeSite({ checkoutScript: '/simulator/checkout.js' });
    await expect(checkSite(siteDir, { ...KEYS, ...DETAILS })).rejects.toThrow(
      /^The site in .* was built for simulated payments\. Build it again with the keys set\.$/,
    );
    expect(await checkSite(siteDir, {})).toEqual([]);
  });
});

describe('the build', () => {
  test.each([
    ['start', {}, true],
    ['start', KEYS, false],
    ['start', { VISUALISER: '0' }, false],
    ['start', { ...KEYS, VISUALISER: '1' }, true],
    ['production', {}, false],
    ['production', { VISUALISER: '1' }, true],
  ])('--mode %s with %o has the visualiser: %s', async (mode, env, hasVisualiser) => {
    const names = (await pluginsOf(mode, env)).map(({ name }) => name);
    expect(names.includes('visualiser-documents')).toBe(hasVisualiser);
    const { define } = await configOf(mode, env);
    expect(define?.['import.meta.env.VITE_VISUALISER']).toBe(String(hasVisualiser));
  });
});

describe('a program', () => {
  let programs: ProgramFixture;
  beforeAll(async () => {
    programs = await createProgramFixture();
  });
  afterAll(() => programs.remove());

  test('refuses before the site is built, with one sentence and exit code 1', async () => {
    const refusals = [
      [{ NODE_ENV: 'production' }, /^NODE_ENV is production and payments would be simulated: .*\n$/],
      [{ ...KEYS, ...DETAILS, SITE_ORIGIN: '' }, /^Still a placeholder: SITE_ORIGIN .*\n$/],
    ] as const;
    await Promise.all(
      refusals.map(async ([env, sentence]) => {
        const program = programs.startScript('prestart', env);
        expect(await program.exited).toMatchObject({ code: 1 });
        expect(program.err).toMatch(sentence);
        expect(program.out).toBe('');
      }),
    );
  });

  test('that is the server refuses too, and says how payments are taken where it starts', async () => {
    for (const env of [{ NODE_ENV: 'production' }, KEYS]) {
      const server = await programs.start('main', [], env);
      expect(await server.exited).toMatchObject({ code: 1 });
      expect(server.err).toMatch(/^(NODE_ENV is production|Still a placeholder: )[^\n]*\n$/);
    }
    const lines = async (env: Record<string, string>) => {
      const server = await programs.startServer(env);
      server.child.kill('SIGTERM');
      await server.exited;
      return server.out.trim().split('\n').slice(-2);
    };
    const production = { NODE_ENV: 'production', ...DETAILS };
    const unnoticed =
      'Without RAZORPAY_WEBHOOK_SECRET webhooks are refused: payments and refunds are noticed late.';
    expect(await lines({ ...production, ...KEYS })).toEqual([unnoticed, 'Payments are real.']);
    expect(
      await lines({
        ...production,
        ...KEYS,
        RAZORPAY_KEY_ID: 'rzp_test_1',
        RAZORPAY_WEBHOOK_SECRET: 'secret',
      }),
    ).toEqual([expect.stringMatching(/^Mail is written to /), 'Payments are in test mode: no money moves.']);
    expect((await lines({ NODE_ENV: 'production', PAYMENTS: 'simulated' })).at(-1)).toBe(
      'Payments are simulated: no money moves.',
    );
  });
});
