import { expect } from 'vitest';
import { paymentTest as test } from './fixtures.ts';
import { mailOptions } from './mailFixture.ts';
import { newEmail, orderBody, postJson, registrationBody, waitUntil } from './serviceFixture.ts';

test('mail and the comparison of payments go on at once when a clock that was a day ahead is put right', async ({
  data,
  provider,
  operator,
}) => {
  const payments = { ...provider.options, reconcileEveryMs: 50 };
  const before = await data.start({ payments });
  const email = newEmail();
  await postJson(`${before.url}/create-order`, orderBody(newEmail()));
  await postJson(`${before.url}/create-order`, orderBody(email));
  await postJson(`${before.url}/api/register`, registrationBody(email));
  await before.close();
  await data.withDatabase(async (database) => {
    await database.query(
      `update outbox set created_at = created_at + interval '1 day', next_attempt_at = now() + interval '1 day',
         attempts = 1, leased_until = now() + interval '1 day'`,
    );
    await database.query(
      `update orders set created_at = created_at + interval '1 day', checked_at = now() + interval '1 day'`,
    );
  });
  for (const id of provider.orderIds) provider.pay(id);

  await data.start({ payments, mail: { ...mailOptions(undefined), timings: {} } });
  await waitUntil(async () => {
    const mails = await operator.mails();
    return mails.length > 0 && mails.every(({ state }) => state === 'sent');
  });
  await waitUntil(async () => (await operator.payments()).every(({ state }) => state !== 'open'));
  expect((await operator.payments()).map(({ state }) => state).toSorted()).toEqual([
    'paid and not registered',
    'paid and registered',
  ]);
});
