import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture } from './programFixture.ts';

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' };
const DETAILS = {
  VITE_PHONE: '+91 98765 43210',
  VITE_EMAIL: 'office@academy.example',
  SITE_ORIGIN: 'https://academy.example',
};

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
