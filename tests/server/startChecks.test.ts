import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placeholderOrigin, placeholderSite, placeholderVariables } from '../../machines/site.ts';
import { checkBuiltSite, checkPayments } from '../../server/commands/startChecks.ts';
import { readConfig } from '../../server/config.ts';
import { type BuiltRequirements, REQUIREMENTS_FILE } from '../../server/http/siteRequirements.ts';

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' };
const DETAILS = {
  VITE_PHONE: '+91 98765 43210',
  VITE_EMAIL: 'office@academy.example',
  SITE_ORIGIN: 'https://academy.example',
};
const ALL_PLACEHOLDERS =
  'Still a placeholder: VITE_PHONE (phone number), VITE_EMAIL (e-mail address), ' +
  'VITE_CHAT_NUMBER (chat number), SITE_ORIGIN (address of the site)';

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

  test('one key of the provider alone makes no payment real', () => {
    const production = { isProduction: true, isSimulationMeant: false };
    expect(() => checkPayments({ ...production, payments: { keyId: 'id' } })).toThrow(/would be simulated/);
    expect(() => checkPayments({ ...production, payments: { keySecret: 'x' } })).toThrow(
      /would be simulated/,
    );
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
    const withPhone = await makeSite({ placeholders: ['VITE_PHONE'] });
    expect(await checkSite(withPhone, { ...KEYS, ALLOW_PLACEHOLDERS: '1' })).toEqual([
      'Still a placeholder: VITE_PHONE (phone number), VITE_EMAIL (e-mail address) (ALLOW_PLACEHOLDERS=1).',
    ]);
  });
});

describe('a site that was built earlier', () => {
  test('is not served with the visualiser, unless it is meant or payments are simulated', async () => {
    const refusal =
      /^The site in \/.* was built with the visualiser\. Build it again, or set VISUALISER=1 to serve it to everybody\.$/;
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
    expect(await checkSite(withoutFile, live)).toEqual([]);
    await writeFile(join(withoutFile, 'visualiser', 'index.html'), '<!doctype html>');
    await expect(checkSite(withoutFile, live)).rejects.toThrow(refusal);
  });

  test('for simulated payments is not served with the provider’s keys', async () => {
    const siteDir = await makeSite({ checkoutScript: '/simulator/checkout.js' });
    await expect(checkSite(siteDir, { ...KEYS, ...DETAILS })).rejects.toThrow(
      /^The site in \/.* was built for simulated payments\. Build it again with the keys set\.$/,
    );
    expect(await checkSite(siteDir, {})).toEqual([]);
  });
});
