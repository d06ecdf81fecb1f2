import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noRequirements } from '../../machines/shared/securityHeaders.ts';
import { placeholderClause, type SiteVariable } from '../../machines/shared/site.ts';
import type { Config, PaymentOptions } from '../config.ts';
import { modeOfKey } from '../payments/paymentMode.ts';
import { StartError } from '../shared/errors.ts';
import { readBuiltRequirements } from '../site/siteRequirements.ts';

const hasKeys = ({ keyId, keySecret }: PaymentOptions): boolean =>
  keyId !== undefined && keySecret !== undefined;

const DATABASE =
  'DATABASE_URL: what is paid is stored in PostgreSQL alone. On Debian: "apt install postgresql", ' +
  '"sudo -u postgres createuser --pwprompt academy", "sudo -u postgres createdb --owner=academy academy"; ' +
  'then DATABASE_URL=postgres://academy:<password>@localhost/academy.';

/**
 * Checks that somebody has said how payments are made, where the service is not only tried out, and that the keys fit.
 *
 * @throws StartError with one sentence.
 */
export function checkPayments({
  paymentMode,
  realSetting,
  payments: { keyId, webhookSecret },
  databaseUrl,
}: Pick<Config, 'paymentMode' | 'realSetting' | 'payments' | 'databaseUrl'>): void {
  const problem = () => {
    if (!paymentMode)
      return (
        realSetting &&
        ` must say whether payments are live, test or simulated, because ${realSetting} is set.`
      );
    const keyMode = keyId === undefined ? 'simulated' : modeOfKey(keyId);
    if (keyMode === 'simulated' && paymentMode !== 'simulated')
      return `=${paymentMode} needs RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.`;
    if (keyMode !== paymentMode)
      return `=${paymentMode} contradicts RAZORPAY_KEY_ID, which is a key for ${keyMode} payments.`;
    if (paymentMode === 'live' && !webhookSecret)
      return '=live needs RAZORPAY_WEBHOOK_SECRET: without it payments and refunds are noticed late.';
    if (paymentMode === 'live' && !databaseUrl) return `=live needs ${DATABASE}`;
  };
  const found = problem();
  if (found) throw new StartError(`PAYMENTS${found}`);
}

/** The variables that the server's mails contain; the server reads them from the environment alone. */
const MAIL_VARIABLES: readonly SiteVariable[] = ['VITE_PHONE', 'VITE_EMAIL'];

/**
 * Checks that nothing is left a placeholder where the provider's keys are set.
 *
 * @param ofSite The variables that left a placeholder in the site.
 * @returns The lines to print where placeholders are allowed.
 * @throws StartError that names all of them, where they are not.
 */
export function checkPlaceholders(config: Config, ofSite: readonly SiteVariable[]): string[] {
  const ofMail = config.placeholders.filter((name) => MAIL_VARIABLES.includes(name));
  const variables = [...new Set([...ofSite, ...ofMail])];
  if (variables.length === 0 || !hasKeys(config.payments)) return [];
  const clause = placeholderClause(variables);
  if (config.arePlaceholdersAllowed) return [`${clause} (ALLOW_PLACEHOLDERS=1).`];
  throw new StartError(
    `${clause}. Set each in the environment and build the site again, or set ALLOW_PLACEHOLDERS=1.`,
  );
}

/**
 * Checks that a built site is one to serve with this configuration: with the provider's keys it is built for them, and
 * has no placeholders. Unless `VISUALISER=1` it has the visualiser only where nobody has said how payments are made.
 *
 * @returns Whether it has the visualiser, and the lines to print about parts that it has nevertheless.
 * @throws StartError with one sentence.
 */
export async function checkBuiltSite(config: Config): Promise<{ hasVisualiser: boolean; remarks: string[] }> {
  const { siteDir, payments } = config;
  const built = await readBuiltRequirements(siteDir);
  const hasVisualiser = built?.visualiser === true || existsSync(join(siteDir, 'visualiser', 'index.html'));
  const isVisualiserMeant = config.isVisualiserMeant ?? config.paymentMode === undefined;
  if (hasVisualiser && !isVisualiserMeant) {
    throw new StartError(
      `The site in ${siteDir} was built with the visualiser. Build it again, or set VISUALISER=1 to serve it to everybody.`,
    );
  }
  if (!hasKeys(payments)) return { hasVisualiser, remarks: [] };
  if (built?.checkoutScript === noRequirements.checkoutScript) {
    throw new StartError(
      `The site in ${siteDir} was built for simulated payments. Build it again with the keys set.`,
    );
  }
  return {
    hasVisualiser,
    remarks: [
      ...(hasVisualiser ? ['The visualiser is served to everybody (VISUALISER=1).'] : []),
      ...checkPlaceholders(config, built?.placeholders ?? config.placeholders),
    ],
  };
}
