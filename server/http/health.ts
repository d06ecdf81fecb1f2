import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.types.ts';

/** Adds `/healthz`, which responds while the process runs, and `/readyz`, which is 503 while its database is unavailable. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await database.query('select 1');
    return { status: 'ok' };
  });
}
