import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/database.ts';
import { successBody } from '../../server/http/responseBodies.ts';
import { queueForOrderEvent, queueNotice } from '../../server/mail/outbox.ts';
import { startMailWorker } from '../../server/mail/worker.ts';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import { formRoutes } from '../../server/submissions/formRoutes.ts';
import { registrationRoutes } from '../../server/submissions/registrationRoutes.ts';
import { type StoredFields, storeSubmission } from '../../server/submissions/submissions.ts';

/**
 * Fastify and nothing else: the same bodies as the service, from the same site, in the same tables and with the same mails,
 * without limits, load shedding, log, metrics and security headers. It prints what `startServerProcess` waits for.
 */

const { dataDir, databaseUrl, siteDir = '', mail: mailOptions } = readConfig();

const app = fastify();
const database = await openDatabase({ dataDir, databaseUrl });
const keys = { keyId: 'rzp_test_simulator', keySecret: 'secret', apiUrl: 'http://127.0.0.1:1' };
const context = {
  database,
  provider: createRazorpayProvider({ ...keys, mode: 'simulated' }),
  onOrderEvent: queueForOrderEvent,
  onSubmission: queueNotice,
};
const mail = startMailWorker(database, dataDir, mailOptions, app.log);
app.addHook('onResponse', ({ method }, _reply, next) => {
  if (method === 'POST') mail.pollNow();
  next();
});
formRoutes(app, context);
registrationRoutes(app, context);

const page = await readFile(join(siteDir, 'index.html.br'));
app.get('/', async (_request, reply) =>
  reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(page),
);
await app.register(fastifyStatic, { root: siteDir, preCompressed: true, prefix: '/files/' });
app.post<{ Body: StoredFields }>('/plain', async ({ body }) => {
  await database.transaction(async (sql) =>
    queueNotice(sql, await storeSubmission(sql, 'registration', body)),
  );
  return successBody('Registration Successful!');
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`${url}, Payments: none`);
