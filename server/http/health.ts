import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.types.ts';

/** `/healthz` says that the process answers, `/readyz` that its database does too (503 otherwise). */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await database.query('select 1');
    return { status: 'ok' };
  });
}
