import { loadEnv } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../../server/log.ts';
import { closeOnSignal } from '../../server/program.ts';
import { startService } from '../../server/service.ts';
import { checkBuiltSite } from '../../server/startChecks.ts';

vi.mock('vite', { spy: true });
vi.mock('../../server/log.ts', { spy: true });
vi.mock('../../server/program.ts', { spy: true });
vi.mock('../../server/service.ts', { spy: true });
vi.mock('../../server/startChecks.ts', { spy: true });

/** What the server and the check before it do, in a process whose streams and service are stubbed. */

const log = { write: () => {} };
const service = {
  ...{ url: 'http://127.0.0.1:81', simulated: true, metricsUrl: undefined },
  close: async () => {},
};
const print = vi.fn<typeof console.log>();
const printError = vi.fn<typeof console.error>();
const exit = vi.fn<typeof process.exit>();

beforeEach(() => {
  vi.clearAllMocks();
  vi.resetModules();
  vi.stubEnv('DATA_DIR', '/data');
  vi.spyOn(process, 'umask').mockReturnValue(0);
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(printError);
  vi.mocked(openLog).mockReturnValue(log);
  vi.mocked(closeOnSignal).mockReturnValue();
  vi.mocked(startService).mockResolvedValue(service);
  vi.mocked(checkBuiltSite).mockResolvedValue(['A remark.']);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const startServer = () => import('../../server/main.ts');
const checkStart = () => import('../../server/checkStart.ts');

test.each([
  ['http://127.0.0.1:81', 'http://localhost:81'],
  ['http://[::1]:81', 'http://localhost:81'],
  ['http://10.0.0.1:81', 'http://10.0.0.1:81'],
])('the server at %s says that the site is at %s', async (url, shown) => {
  vi.mocked(startService).mockResolvedValue({ ...service, url });
  await startServer();
  expect(vi.mocked(startService).mock.lastCall?.[0]).toMatchObject({ dataDir: '/data', log });
  expect(vi.mocked(closeOnSignal).mock.calls).toEqual([[service.close]]);
  expect(print.mock.calls.map(([line]) => line)).toEqual([
    'A remark.',
    `The site is at ${shown}`,
    'Data lie in /data',
    'Mail is written to /data/mail (no SMTP_URL).',
    'Payments are simulated: no money moves.',
  ]);
});

const SIMULATED = /^NODE_ENV is production and payments would be simulated: /;

test.each([
  ['the server', startServer],
  ['the check before it', checkStart],
])('%s refuses payments that nobody meant to be simulated', async (_name, program) => {
  vi.stubEnv('NODE_ENV', 'production');
  await program();
  expect(printError.mock.calls).toEqual([[expect.stringMatching(SIMULATED)]]);
  expect([exit.mock.calls, vi.mocked(startService).mock.calls]).toEqual([[[1]], []]);
});

test('the check refuses placeholders where the keys of the provider are set', async () => {
  await checkStart();
  expect(printError).not.toHaveBeenCalled();
  expect(loadEnv, 'as the build reads them').toHaveBeenCalledWith('start', process.cwd(), '');
  vi.resetModules();
  vi.stubEnv('RAZORPAY_KEY_ID', 'rzp_live_1');
  vi.stubEnv('RAZORPAY_KEY_SECRET', 'secret');
  vi.stubEnv('VITE_PHONE', '+91 98765 43210');
  await checkStart();
  expect(printError.mock.calls).toEqual([[expect.stringMatching(/^Still a placeholder: .*SITE_ORIGIN/)]]);
  expect(exit.mock.calls).toEqual([[1]]);
});
